/** The environment variable with a recipient's private key, for machines that keep no files. */
export const privateKeyVariable = 'SLIPWAY_STATE_KEY'

export const passphraseVariable = 'SLIPWAY_PASSPHRASE'

const ownSecrets: ReadonlySet<string> = new Set([
  privateKeyVariable,
  passphraseVariable,
  'SLIPWAY_NEW_PASSPHRASE',
  'SLIPWAY_SIGNING_PASSPHRASE',
])

/** The beginning of names of variables with tokens of registries. */
const registryToken = 'SLIPWAY_REGISTRY_TOKEN_'

/** Whether a variable opens something for Slipway alone: the secrets of a state, a signing key, a registry. */
function isOwnSecret(name: string): boolean {
  return ownSecrets.has(name) || name.startsWith(registryToken)
}

/**
 * The environment of a tool or a module of the project, such as npm, tests and stacks, which run code of many authors: without Slipway's own
 * secrets, and without the password of the state's database if the environment names that database.
 */
export function environmentOfCode(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOfState = /^postgres(?:ql)?:/.test(env['SLIPWAY_STATE'] ?? '') && !env['SLIPWAY_STATE_PASSWORD_FILE']
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !isOwnSecret(name) && !(isOfState && name === 'PGPASSWORD')),
  )
}
