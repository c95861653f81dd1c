/** Returns the value if it is an object, otherwise an empty one: JSON from a server may have any shape. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

export function textIn(value: unknown, longest = 4096): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined
}

/** Returns a number of bytes; `undefined` for any other value. */
export function sizeIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Returns a time in milliseconds since 1970. */
export function momentIn(value: unknown): number | undefined {
  const moment = Date.parse(textIn(value, 100) ?? '')
  return Number.isNaN(moment) ? undefined : moment
}

export function sha256In(value: unknown): string | undefined {
  return /^(?:sha256:)?([0-9a-f]{64})$/i.exec(textIn(value) ?? '')?.[1]?.toLowerCase()
}

/** Returns a plain file name; `undefined` for a text that leads to another folder. */
export function fileNameIn(value: unknown): string | undefined {
  return /^(?!\.)[\w.+@-]{1,200}$/.exec(textIn(value) ?? '')?.[0]
}

/** Returns the Sigstore bundles of a list in the form of GitHub and npm, `[{ "bundle": {…} }]`. Each bundle is a JSON text. */
export function bundlesListed(value: unknown): readonly string[] {
  return listIn(value).flatMap((each) => {
    const { bundle } = objectIn(each)
    return typeof bundle === 'object' && bundle !== null ? [JSON.stringify(bundle)] : []
  })
}
