import { readText } from '@slipway/source/files'

/** The passphrase of a stack from the environment or the file that it names; `undefined` if there is none. */
export function givenPassphrase(env: NodeJS.ProcessEnv): string | undefined {
  const { PULUMI_CONFIG_PASSPHRASE: given, PULUMI_CONFIG_PASSPHRASE_FILE: file } = env
  if (given !== undefined) return given
  return file === undefined || file === '' ? undefined : readText(file, { what: 'passphrase file' }).trim()
}
