import { corePluginRoot } from '@slipway/operations/core-plugins'
import type { AgreeToInstall, Slipway } from '@slipway/operations/slipway'
import type { AgreeToTrust, TrustQuestion } from '@slipway/operations/trust/trust-mode'
import type { Console } from '../console/console.ts'
import { areReadersBehind } from '../console/readers-behind.ts'
import { earlyStack } from './early-stack.ts'
import type { BlueprintOptions } from './options.ts'

/** The world of this process, as operations are handed it. Folders run their own code if the user has trusted them. */
export function slipwayOf(
  console: Pick<Console, 'env' | 'cwd' | 'canAsk'>,
  options: Pick<BlueprintOptions, 'trust' | 'json'> = {},
): Slipway {
  const agreeToTrust = agreementOf(console, options)
  const startedStack = earlyStack()
  return {
    env: console.env,
    // A getter, so that a missing folder is an error only for callers that need it.
    get cwd() {
      return console.cwd
    },
    get ownPlugins() {
      return corePluginRoot()
    },
    trust: 'remembered',
    ...(agreeToTrust && { agreeToTrust }),
    ...(startedStack && { startedStack }),
    isBehind: areReadersBehind,
  }
}

/** `--yes` does not answer this: it agrees to changes, not to a stranger's code. */
function agreementOf(
  { canAsk }: Pick<Console, 'canAsk'>,
  { trust, json }: Pick<BlueprintOptions, 'trust' | 'json'>,
): AgreeToTrust | undefined {
  if (trust === true) return true
  if (!canAsk || json === true) return undefined
  return async (question) => (await import('../console/prompt.ts')).confirm(wordsOf(question))
}

/** Like `slipwayOf`, for commands that install what they need, with the user's consent. */
export function installingSlipwayOf(
  console: Pick<Console, 'env' | 'cwd' | 'canAsk'>,
  options: Pick<BlueprintOptions, 'trust' | 'json' | 'install'>,
  stop: AbortSignal,
): Slipway {
  const slipway = slipwayOf(console, options)
  const { cwd, ownPlugins, ...rest } = Object.getOwnPropertyDescriptors(slipway)
  const onDemand = { value: { agree: installing(console, options), stop }, enumerable: true }
  return Object.defineProperties({} as Slipway, { cwd, ...(ownPlugins && { ownPlugins }), ...rest, onDemand })
}

/** In CI, and when a program reads the output, nobody is asked. */
function installing(
  { canAsk }: Pick<Console, 'canAsk'>,
  { install, json }: Pick<BlueprintOptions, 'install' | 'json'>,
): AgreeToInstall | undefined {
  if (install === true) return true
  if (!canAsk || json === true) return undefined
  return async ({ plugins }) => {
    const list = plugins.map((plugin) => `  ${plugin}\n`).join('')
    return (await import('../console/prompt.ts')).confirm(
      `This needs plugins that are not installed:\n${list}Install them now?`,
    )
  }
}

function wordsOf({ folder, brings }: TrustQuestion): string {
  const list = brings.map(({ what, place }) => `  ${what} (${place})\n`).join('')
  return `${folder} is not trusted yet. This command would run or read these parts of it:\n${list}Trust this folder from now on?`
}
