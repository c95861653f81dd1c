import { isElsewhere } from './given-text.ts'
import type { Settings } from './settings.ts'

const secretName = /secret|password|passphrase|token|credential|key/i

/** Guesses from the name of a provider's field whether the field is secret. Only the provider knows for sure. */
export function soundsSecret(name: string): boolean {
  return secretName.test(name)
}

/** Returns a warning for each secret setting of a plugin on the command line. */
export function plainSecretsOf(
  settings: Settings,
  owner: readonly string[],
  isSecret: (name: string) => boolean,
): readonly string[] {
  return settings
    .all()
    .filter(({ path, origin }) => owner.every((name, index) => path[index] === name) && origin === '--set')
    .filter(({ path, value }) => isSecret(path[owner.length] ?? '') && !isElsewhere(value))
    .map(({ path }) => plainSecretText(`--set ${path.join('.')}`))
}

/**
 * Writes the warning about a plain secret.
 *
 * @param option the option with its name but without its value: `--set providers.aws.secretKey`
 */
export function plainSecretText(option: string): string {
  const better = `give ${option}=env:NAME or ${option}=file:PATH`
  return `warning: a secret is in plain text on the command line (${option}), where all users of this machine can read it with ps: ${better}`
}
