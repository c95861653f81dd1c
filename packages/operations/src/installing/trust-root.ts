import { resolve } from 'node:path'
import { slipwayHome } from '@slipway/host'
import { keepTrustRoot, keptTrustRoot, refreshTrustRoot, type TrustRootState } from '@slipway/installer'
import type { Slipway } from '../slipway.ts'
import { homeOf } from '../home.ts'

/** Changes the trust root that attestations are verified with; empty: nothing changes. */
export interface TrustRootRequest {
  /** Taken from this file. */
  readonly file?: string | undefined
  /** Fetched by The Update Framework. */
  readonly refresh?: boolean
  /** From another place than sigstore.dev. */
  readonly mirror?: string | undefined
  /** The first `root.json` of that place. */
  readonly root?: string | undefined
}

/** @throws Failure `install/bad-trust-root`, `install/no-verifier` */
export async function trustRoot({ env, cwd }: Slipway, request: TrustRootRequest): Promise<TrustRootState> {
  const { file, refresh = false, mirror, root } = request
  const home = slipwayHome({ env, home: homeOf(env) })
  if (file !== undefined) keepTrustRoot(home, resolve(cwd, file))
  else if (refresh)
    await refreshTrustRoot(home, {
      ...(mirror !== undefined && { mirror }),
      ...(root !== undefined && { root: resolve(cwd, root) }),
    })
  return keptTrustRoot(home)
}
