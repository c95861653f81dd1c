import { join } from 'node:path'
import { createInstaller, type Installer } from '../../install/create-installer.ts'
import type { InstallerParts, InstallOptions } from '../../install/installer.ts'
import type { Outcome } from '../../install/outcome.ts'
import { createHttpClient } from '../../net/create-http-client.ts'
import { realDisk } from '../../store/disk.ts'
import { type SourceOfOne, sourcesOf } from './every-source.ts'
import { fakeEcosystem } from '../fake-plugins.ts'

interface Watched extends Pick<InstallerParts, 'failpoint'>, Pick<InstallOptions, 'observe'> {}

/** Creates an installer with real sources, whose places are below a folder. */
export function installerAt(
  root: string,
  sources: readonly SourceOfOne[],
  { failpoint }: Pick<Watched, 'failpoint'> = {},
): Installer {
  const { signal } = new AbortController()
  const { PATH } = process.env
  const env = { PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
  return createInstaller(
    {
      ecosystems: [fakeEcosystem(join(root, 'plugins'))],
      sources: sourcesOf(sources, env),
      verifier: { verify: async () => ({ level: 'checksum' }) },
      store: join(root, 'store'),
      home: join(root, 'home'),
      access: { http: createHttpClient({ env: {}, signal }), signal, env, isOffline: false, progress: () => {} },
      platform: 'linux-amd64',
      now: Date.now,
      ...(failpoint !== undefined && { failpoint }),
    },
    // No sync is needed, because these tests cut no power.
    { ...realDisk, sync: async () => {} },
  )
}

/** Installs one plugin from each source, in parallel. */
export function installAll(
  root: string,
  sources: readonly SourceOfOne[],
  { observe, ...watched }: Watched = {},
): Promise<readonly Outcome[]> {
  const wanted = sources.map(({ descriptor }) => descriptor)
  const options = { parallel: sources.length, ...(observe !== undefined && { observe }) }
  return installerAt(root, sources, watched).install(wanted, options)
}
