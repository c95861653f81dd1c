/** A text as others write it. */
export interface Spellings {
  /** The text as it is, in JSON (also inside other JSON), in a URL and in a form. Their upper and lower case reveal the same. */
  readonly inAnyCase: readonly string[]
  readonly hexadecimal: string
  /** The text in base64, also in the middle of something else. */
  readonly base64: readonly string[]
}

export function spellingsOf(text: string): Spellings {
  const bytes = Buffer.from(text, 'utf8')
  const json = inJson(text)
  // A URL cannot contain half a surrogate pair.
  const url = encodeURIComponent(text.toWellFormed())
  const form = new URLSearchParams([['', text.toWellFormed()]]).toString().slice(1)
  return {
    inAnyCase: [text, json, inJson(json), url, url.replaceAll('%20', '+'), form],
    hexadecimal: bytes.toString('hex'),
    base64: base64Parts(bytes).flatMap((part) => [part, part.replaceAll('+', '-').replaceAll('/', '_')]),
  }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** The base64 letters that stem from some bytes alone, wherever they begin in the encoded text. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
}
