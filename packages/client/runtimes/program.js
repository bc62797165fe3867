import { VadiumClient } from '@vadium/client'
import { steps } from './steps.js'

// The address and the key are in the environment.
console.log(JSON.stringify(await steps(new VadiumClient())))
