import { resolve } from 'node:path'
import { slipwayHome } from '@slipway/host'
import { keepTrustRoot, keptTrustRoot, refreshTrustRoot, type TrustRootState } from '@slipway/installer'
import type { Slipway } from '../slipway.ts'
import { homeOf } from '../home.ts'

/** A change of the trust root for attestations. Empty: no change. */
export interface TrustRootRequest {
  /** A file with the new trust root. */
  readonly file?: string | undefined
  /** Whether to fetch the trust root with The Update Framework. */
  readonly refresh?: boolean
  /** A source other than sigstore.dev. */
  readonly mirror?: string | undefined
  /** The first `root.json` of the mirror. */
  readonly root?: string | undefined
}

/** Shows or changes the trust root for attestations. @throws Failure `install/bad-trust-root`, `install/no-verifier` */
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
