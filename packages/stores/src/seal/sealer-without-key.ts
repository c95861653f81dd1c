import type { Sealer } from '../port.ts'
import { wrongKey } from './sealed-text.ts'

/** A sealer that opens and seals nothing, for commands that need no secret. */
export function sealerWithoutKey(): Sealer {
  return { keyId: 'none', seal: refuse, unseal: refuse, unsealUnbound: refuse }
}

function refuse(): never {
  throw wrongKey('this command uses no key, so that secrets stay sealed', 'a command that needs secrets opens them')
}
