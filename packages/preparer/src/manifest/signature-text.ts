/** A signature is base64. A text with another character, such as a dot or a colon, is the location of one. */
export function isSignatureText(written: string): boolean {
  return /^[A-Za-z0-9+/=\s]*$/.test(written)
}

/** The signature in a file: its text, or the output of `slipway node sign` for an archive. */
export function signatureIn(text: string): string {
  try {
    const { signature } = JSON.parse(text) as { readonly signature?: unknown }
    if (typeof signature === 'string') return signature.trim()
  } catch {
    // Not JSON: the signature itself.
  }
  return text.trim()
}
