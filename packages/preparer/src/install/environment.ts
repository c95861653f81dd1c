import { join } from 'node:path'
import type { Manifest } from '../manifest/manifest.ts'
import type { PodKind } from '../records/keys.ts'
import type { Installed } from '../records/pod-record.ts'
import type { Account } from '../supervise/account.ts'
import type { Layout } from './layout.ts'

export type Variables = Readonly<Record<string, string>>

/** The variables of the preparer's own environment that every process on the node needs. */
const inherited = ['PATH', 'LANG', 'LC_ALL', 'TZ'] as const

export function baseEnvironment(env: NodeJS.ProcessEnv, account: Account | undefined): Variables {
  const home = account?.home ?? env['HOME']
  const kept = [...inherited.map((name) => [name, env[name]] as const), ['HOME', home] as const]
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** The variables that describe a launchable to itself. */
export function launchableEnvironment(
  layout: Layout,
  kind: PodKind,
  { id, hash, body }: Manifest,
  { name, folder }: Installed,
): Variables {
  const launchable = body.launchables[name]
  return {
    POD_ID: id,
    POD_HOME: layout.home(kind, id),
    CONFIG_PATH: layout.config(kind, id, hash),
    PLATFORM_CONFIG_PATH: layout.config(kind, id, hash).replace(/\.yaml$/, '.platform.yaml'),
    LAUNCHABLE_ID: name,
    LAUNCHABLE_ROOT: folder,
    ENTRY_POINT: launchable?.type === 'command' ? (launchable.command[0] ?? '') : 'bin/launch',
    RESTART_TIMEOUT: String(Math.ceil(body.graceMs / 1000)),
    ...podVariables({ body }),
    ...texts(launchable?.env),
  }
}

/** The variables of the manifest. */
export function podVariables({ body }: Pick<Manifest, 'body'>): Variables {
  return texts(body.env)
}

function texts(variables: Readonly<Record<string, string | number | boolean>> | undefined): Variables {
  return Object.fromEntries(Object.entries(variables ?? {}).map(([name, value]) => [name, String(value)]))
}

/** The program of a launchable, and its arguments. */
export function commandOf({ body }: Manifest, { name, folder }: Installed): readonly string[] {
  const launchable = body.launchables[name]
  return launchable?.type === 'command' ? launchable.command : [join(folder, 'bin/launch')]
}
