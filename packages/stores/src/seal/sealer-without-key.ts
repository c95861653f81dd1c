import type { Sealer } from '../port.ts'
import { wrongKey } from './sealed-text.ts'

/** Opens and seals nothing: for commands that need no secret. */
export function sealerWithoutKey(): Sealer {
  return { keyId: 'none', seal: refuse, unseal: refuse, unsealUnbound: refuse }
}

function refuse(): never {
  throw wrongKey('no key is used here, so that secrets stay sealed', 'a command that needs them opens them')
}
