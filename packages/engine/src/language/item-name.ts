/**
 * The name of an item of an `each` that is written like a reference in a blueprint: `page_0` for `page[0]`, `page_home` for `page["home"]`.
 * The quotes, which a shell removes, are optional. Other names stay as they are.
 */
export function itemName(written: string): string {
  const key = /\[(?:"([\w-]+)"|'([\w-]+)'|([\w-]+))\]$/
  return written.replace(key, (_, double?: string, single?: string, bare?: string) => `_${double ?? single ?? bare}`)
}

/** The known name that a user means: either the name itself, or the name of an item, written as `page[0]` or `page.home`. */
export function nameMeant(written: string, known: ReadonlySet<string>): string {
  const forms = [written, itemName(written), written.replace(/\.([\w-]+)$/, '_$1')]
  return forms.find((name) => known.has(name)) ?? written
}
