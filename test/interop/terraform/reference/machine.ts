import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildProvider, published, type ProviderName } from '../build.ts'
import type { Meddling } from './case.ts'

/** A folder in which one configuration is applied and planned, with the outside world that its providers change. */
export interface Machine {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly at: (name: string) => string
  /** Changes objects outside, as another user would. */
  meddle(all: readonly Meddling[]): void
  /** Sets the behaviour of these providers from now on. Absent: the usual behaviour. */
  trouble(all: readonly object[], of?: readonly Owner[]): void
  remove(): void
}

const owners = ['harbor', 'mill'] as const
export type Owner = (typeof owners)[number]

export function makeMachine(variables: Readonly<Record<string, string>> = {}): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-terraform-'))
  const at = (name: string): string => join(folder, name)
  for (const owner of owners) mkdirSync(at(`store/${owner}`), { recursive: true })
  return {
    folder,
    at,
    env: {
      ...process.env,
      HARBOR_STORE: at('store/harbor'),
      MILL_STORE: at('store/mill'),
      NO_COLOR: '1',
      ...variables,
    },
    meddle: (all) => all.forEach((one) => meddleWith(at(`store/${one.file}`), one.now)),
    trouble: (all, of = owners) => {
      for (const owner of of) {
        const file = at(`store/${owner}/trouble.json`)
        if (all.length === 0) rmSync(file, { force: true })
        else writeFileSync(file, JSON.stringify(all))
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function meddleWith(file: string, now: Meddling['now']): void {
  if (now === 'gone') return rmSync(file)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...contentOf(file), ...now }))
}

function contentOf(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Puts a built provider under the name that the reference, or Slipway, looks for. */
export async function placeProvider(name: ProviderName, folder: string, file: string): Promise<string> {
  const built = await buildProvider(name)
  mkdirSync(folder, { recursive: true })
  const target = join(folder, file)
  rmSync(target, { force: true })
  try {
    linkSync(built.file, target)
  } catch {
    symlinkSync(built.file, target)
  }
  return target
}

/** The place of an unpacked provider in a registry's mirror. */
export function mirrored(name: ProviderName, host: string): string {
  const { source, version } = published(name)
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  return join(host, source, version, `${process.platform}_${arch}`)
}
