import { setTimeout as sleep } from 'node:timers/promises'
import { parsePluginId } from '@slipway/model'
import {
  connectChannel,
  PluginType,
  ProviderMethods,
  TransformerMethods,
  type PluginRegistrationRequest,
  type RpcChannel,
  RpcFailure,
} from '@slipway/protocol'
import { within, type LaunchedPlugin } from '../launched-plugin.ts'
import { expect, Unmet, type Check, type Introduction } from '../report.ts'

/** A process that may become a plugin, and its registration when that has arrived. */
export interface Launch {
  readonly process: LaunchedPlugin
  readonly deadlineMs: number
  registration?: PluginRegistrationRequest
}

const graceMs = 10_000
const settleMs = 200
const semanticVersion = /^v?\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/

/** A plugin as a process: it starts, registers, ends. The checks run in this order, and each needs the first. */
export const launchChecks: readonly Check<Launch>[] = [
  {
    name: 'registers',
    async run(launch) {
      const { process, deadlineMs } = launch
      const begun = performance.now()
      const end = process.ended.then(
        // A program that serves keeps running until it is told to end.
        (how) =>
          `the process has ended before it registered (${how})${how === 'exit code 0' ? ', as if it had nothing to do: is there an "await serve(…)"?' : ''}`,
      )
      const first = await within(deadlineMs, Promise.race([process.registered, end]))
      const said = process.output === '' ? '' : `; it said: ${process.output}`
      expect(first !== undefined, `no registration within ${deadlineMs} ms${said}`)
      if (typeof first === 'string') throw new Unmet(first + said)
      launch.registration = first
      return `after ${Math.round(performance.now() - begun)} ms`
    },
  },
  {
    name: 'says who it is',
    run(launch) {
      const { id, kind, version } = introductionOf(launch)
      expect(parsePluginId(id) !== undefined, `"${id}" is not a plugin id`)
      expect(semanticVersion.test(version), `"${version}" is not a semantic version`)
      return `${kind} ${id} ${version}`
    },
  },
  {
    name: 'speaks protocol 1.0',
    run(launch) {
      const { protocolVersions } = registrationOf(launch)
      expect(protocolVersions.includes('1.0'), `it offers ${protocolVersions.join(', ') || 'no version'}`)
      return `offers ${protocolVersions.join(', ')}`
    },
  },
  {
    name: 'says where it listens',
    run(launch) {
      const { port, unixSocket } = registrationOf(launch)
      expect(unixSocket !== '' || (port > 0 && port < 65_536), `neither a port (${port}) nor a unix socket`)
      return unixSocket === '' ? `port ${port}` : unixSocket
    },
  },
  {
    name: 'tells its process id',
    run(launch) {
      const { instanceId } = registrationOf(launch)
      expect(/^\d+$/.test(instanceId), `the instance id is "${instanceId}"`)
      return instanceId
    },
  },
  {
    name: 'refuses a caller that is not its host',
    run: (launch) => callAsSomebodyElse(registrationOf(launch)),
  },
  {
    name: 'ends when asked to',
    async run({ process }) {
      // the plugin may learn only now that it is registered
      await sleep(settleMs)
      process.signal('SIGTERM')
      const end = await within(graceMs, process.ended)
      expect(end !== undefined, `SIGTERM does not end it within ${graceMs} ms`)
      return end
    },
  },
  {
    name: 'says good-bye to its host',
    level: 'should',
    async run({ process }) {
      expect((await within(100, process.deregistered)) !== undefined, 'it did not deregister before it ended')
      return 'it deregistered'
    },
  },
]

export function introductionOf(launch: Launch): Introduction {
  const { pluginId, pluginType, metadata } = registrationOf(launch)
  const kind = pluginType === PluginType.TRANSFORMER ? 'transformer' : 'provider'
  return { id: pluginId, kind, version: metadata?.pluginVersion ?? '' }
}

/** Calls every method with another host id than the one that the plugin knows: only methods that the plugin lacks may answer. */
async function callAsSomebodyElse({ port, unixSocket, pluginType }: PluginRegistrationRequest): Promise<string> {
  const channel = connectChannel(unixSocket === '' ? { port } : { socketPath: unixSocket })
  const methods = Object.values(pluginType === PluginType.TRANSFORMER ? TransformerMethods : ProviderMethods)
  try {
    const answers = await Promise.all(methods.map((method) => refusalOf(channel, method)))
    const open = methods.filter((_, index) => answers[index] === undefined).map(({ name }) => name)
    expect(open.length === 0, `with another host id it answers ${open.join(', ')}`)
    // A plugin may refuse an empty request for any reason, so the words must show that it has checked the caller.
    const about = methods.flatMap(({ name }, index) => (isOfHost(answers[index]) ? [] : [`${name}: ${answers[index]}`]))
    expect(
      about.length === 0,
      `with another host id it does not say "invalid host ID", and so looks at the request before it looks at who asks, in ${about.join('; ')}`,
    )
    return `${answers[0]}; so in all of ${methods.length} methods`
  } finally {
    channel.close()
  }
}

/** True for the dialect's refusals: a host takes these words for a plugin that does not know it yet. */
function isOfHost(said: string | undefined): boolean {
  return said === missingMethod || said?.startsWith('invalid host ID') === true
}

const missingMethod = 'it has no such method'

interface StrangerCall {
  readonly name: string
}

/** The refusal; `undefined`: the call was answered. */
async function refusalOf(channel: RpcChannel, method: StrangerCall): Promise<string | undefined> {
  const asked = method as Parameters<RpcChannel['call']>[0]
  try {
    const answer = await channel.call(asked, { hostId: 'somebody else' }, { deadlineMs: graceMs })
    return (answer as { readonly errorResponse?: { readonly message: string } }).errorResponse?.message
  } catch (thrown) {
    if (thrown instanceof RpcFailure && thrown.code === 'protocol/unimplemented') return missingMethod
    throw thrown
  }
}

function registrationOf({ registration }: Launch): PluginRegistrationRequest {
  expect(registration !== undefined, 'it has not registered')
  return registration
}
