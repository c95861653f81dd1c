/** A host, or a host and a port: `127.0.0.1:5432`, `[::1]:5432`, `db.example`. */
const place = String.raw`(\[?[\w.:-]*\w\]?:\d+|[\w.-]*\w)`

/** Libraries' messages about connections, and their meaning: first Node's, then Go's. */
const words: readonly (readonly [said: RegExp, meant: string])[] = [
  [new RegExp(String.raw`\bconnect ECONNREFUSED ${place}`, 'g'), '$1 refuses connections'],
  [new RegExp(String.raw`\bconnect ETIMEDOUT ${place}`, 'g'), '$1 does not answer'],
  [
    new RegExp(String.raw`\bconnect (?:EHOSTUNREACH|ENETUNREACH) ${place}( - Local \(.*?\))?`, 'g'),
    '$1 cannot be reached from here',
  ],
  [new RegExp(String.raw`\bgetaddrinfo ENOTFOUND ${place}`, 'g'), 'there is no host called $1'],
  [
    new RegExp(String.raw`\bgetaddrinfo EAI_AGAIN ${place}`, 'g'),
    'the address of $1 cannot be looked up at the moment',
  ],
  [/\b(?:read|write) (?:ECONNRESET|EPIPE)\b/g, 'the other side has ended the connection'],
  [new RegExp(String.raw`\bdial tcp ${place}: connect: connection refused`, 'g'), '$1 refuses connections'],
  [
    new RegExp(String.raw`\bdial tcp ${place}: (?:i/o timeout|connect: connection timed out)`, 'g'),
    '$1 does not answer',
  ],
  [new RegExp(String.raw`\bdial tcp: lookup ${place}(?: on \S+)?: no such host`, 'g'), 'there is no host called $1'],
]

/** A plugin's reason, with a library's words about a connection translated: `127.0.0.1:5432 refuses connections`. */
export function plainWords(reason: string): string {
  return words.reduce((text, [said, meant]) => text.replace(said, meant), reason)
}
