import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { published, type ProviderName } from '../build.ts'
import { placeProvider } from './machine.ts'

/** A command of the reference, with the folder of a configuration file that names our builds. */
export interface ReferenceTool {
  readonly command: string
  readonly version: string
}

export function findReference(): ReferenceTool | undefined {
  const env = { ...process.env, TF_CLI_CONFIG_FILE: '/dev/null' }
  for (const command of ['tofu', 'terraform']) {
    const { status, stdout } = spawnSync(command, ['version', '-json'], { encoding: 'utf8', env })
    if (status !== 0) continue
    const version = String(JSON.parse(stdout).terraform_version)
    return { command, version: `${command === 'tofu' ? 'OpenTofu' : 'Terraform'} ${version}` }
  }
  return undefined
}

/** Writes a configuration that makes the reference use our builds, and returns its path. */
export async function overrides(providers: readonly ProviderName[], folder: string): Promise<string> {
  const lines: string[] = []
  for (const name of providers) {
    await placeProvider(name, join(folder, name), `terraform-provider-${name}`)
    lines.push(`    "${published(name).source}" = ${JSON.stringify(join(folder, name))}`)
  }
  const file = join(folder, 'overrides.tfrc')
  writeFileSync(file, `provider_installation {\n  dev_overrides {\n${lines.join('\n')}\n  }\n  direct {}\n}\n`)
  return file
}
