// Static imports: the bundler does not follow a dynamic import of JSON.
import examples from './examples.json' with { type: 'json' }
import introduction from './introduction.json' with { type: 'json' }
import samples from './samples.json' with { type: 'json' }

export { examples, introduction, samples }
