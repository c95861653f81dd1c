/** Reads the parts of a stranger's JSON that have the expected shape; everything else is empty. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

export function textIn(value: unknown, longest = 4096): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined
}

/** A number of bytes. */
export function sizeIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Milliseconds since 1970. */
export function momentIn(value: unknown): number | undefined {
  const moment = Date.parse(textIn(value, 100) ?? '')
  return Number.isNaN(moment) ? undefined : moment
}

export function sha256In(value: unknown): string | undefined {
  return /^(?:sha256:)?([0-9a-f]{64})$/i.exec(textIn(value) ?? '')?.[1]?.toLowerCase()
}

/** The name of a file, and nothing that leads anywhere. */
export function fileNameIn(value: unknown): string | undefined {
  return /^(?!\.)[\w.+@-]{1,200}$/.exec(textIn(value) ?? '')?.[0]
}

/** Sigstore bundles as GitHub and npm list them: `[{ "bundle": {…} }]`. Each as JSON. */
export function bundlesListed(value: unknown): readonly string[] {
  return listIn(value).flatMap((each) => {
    const { bundle } = objectIn(each)
    return typeof bundle === 'object' && bundle !== null ? [JSON.stringify(bundle)] : []
  })
}
