export { type AgentSettings, serveAgents } from './serve-agents.ts'
