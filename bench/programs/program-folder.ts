import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const modules = join(import.meta.dirname, '../../test/interop/pulumi/node_modules')

/** The script with which the SDK runs a program. */
export const runner = join(modules, '@pulumi/pulumi/cmd/run')

/** Matches the command lines of a program and of its provider. */
export const programsOwn = /@pulumi\/pulumi\/cmd\/run|pulumi-resource-bare/

export interface ProgramFolder {
  readonly folder: string
  /** The folder in which the runner on its own keeps what it has checked. */
  readonly checked: string
  /** Environment variables of the command line. */
  readonly env: Readonly<Record<string, string>>
}

/** A program in TypeScript with so many resources of a provider that is installed for it. */
export function programFolder(count: number, busyMs: number): ProgramFolder {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  const plugin = join(folder, 'home/plugins/resource-bare-v3.1.4')
  mkdirSync(plugin, { recursive: true })
  const script = `#!${process.execPath}\nprocess.env.BUSY_MS = '${busyMs}'\nrequire('${join(import.meta.dirname, 'like-random.cjs')}')\n`
  writeFileSync(join(plugin, 'pulumi-resource-bare'), script, { mode: 0o755 })
  writeFileSync(join(folder, 'Pulumi.yaml'), 'name: bench\nruntime: nodejs\n')
  writeFileSync(join(folder, 'package.json'), '{"name": "bench", "main": "index.ts"}\n')
  writeFileSync(join(folder, 'index.ts'), program(count))
  symlinkSync(modules, join(folder, 'node_modules'))
  const env = { PULUMI_HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'cache') }
  return { folder, checked: join(folder, 'cache/alone'), env }
}

/** Makes the next runner check the program anew. */
export function forgetChecks({ folder }: ProgramFolder): void {
  rmSync(join(folder, 'cache'), { recursive: true, force: true })
}

function program(count: number): string {
  return `import * as pulumi from '@pulumi/pulumi'

class Page extends pulumi.CustomResource {
  public readonly text!: pulumi.Output<string>

  constructor(name: string, args: { text: pulumi.Input<string> }) {
    super('bare:index:Page', name, { ...args }, { version: '3.1.4' })
  }
}

for (let index = 0; index < ${count}; index++) new Page(\`page\${index}\`, { text: \`page number \${index}\` })
`
}
