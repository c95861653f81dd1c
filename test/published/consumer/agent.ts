/** An agent of two plugins, one of which depends on the other. */
import { Agent, allPlugins, type Plugin } from '@slipway/agent'

class Clock implements Plugin {
  readonly name = 'clock'
  hour = 0

  init(): void {
    this.hour = 12
  }

  close(): void {
    console.log('the clock stops')
  }
}

class Bell implements Plugin {
  readonly name = 'bell'
  readonly deps = { clock: new Clock() }

  init(): void {
    console.log(`the bell rings at ${this.deps.clock.hour}`)
  }

  close(): void {
    console.log('the bell is silent')
  }
}

const agent = new Agent(allPlugins(new Bell()))
await agent.start()
await agent.stop()
