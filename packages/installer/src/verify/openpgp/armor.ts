/** The maximum size of keys and signatures in bytes: a key with many signatures by others has about 100 KB. */
const limit = 1024 * 1024

/**
 * Returns the bytes of one armored public key, or of several in a row; binary keys stay unchanged. `undefined`: the input is neither, or too large.
 * Ignores the checksum of an armor: a damaged key verifies nothing.
 */
export function dearmored(key: string | Uint8Array): Uint8Array | undefined {
  const bytes = typeof key === 'string' ? Buffer.from(key) : Buffer.from(key)
  if (bytes.length > limit || bytes.length === 0) return undefined
  // A binary packet has the highest bit of its first byte set.
  if (((bytes[0] ?? 0) & 0x80) !== 0) return bytes
  const blocks = bytes
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .split('-----BEGIN PGP PUBLIC KEY BLOCK-----')
    .slice(1)
    .map((block) => block.split('-----END PGP PUBLIC KEY BLOCK-----'))
  if (blocks.length === 0 || blocks.some((block) => block.length < 2)) return undefined
  return Buffer.concat(blocks.map(([inner = '']) => Buffer.from(base64Of(inner), 'base64')))
}

/** Returns the base64 of a block without the headers (`Version: …`), which end with an empty line, and without the checksum `=abcd`. */
function base64Of(block: string): string {
  const lines = block.split('\n').map((line) => line.trim())
  const blank = lines.indexOf('', 1)
  const hasHeaders = lines.slice(1, blank).some((line) => line.includes(':'))
  return lines
    .slice(hasHeaders ? blank : 0)
    .filter((line) => !line.startsWith('='))
    .join('')
}
