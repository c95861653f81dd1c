/**
 * The name of a resource of an `each` that is written as blueprints refer to it: `page_0` for `page[0]`, `page_home` for
 * `page["home"]`, also without the quotes, which a shell takes away. Whatever else is written stays as it is.
 */
export function itemName(written: string): string {
  const key = /\[(?:"([\w-]+)"|'([\w-]+)'|([\w-]+))\]$/
  return written.replace(key, (_, double?: string, single?: string, bare?: string) => `_${double ?? single ?? bare}`)
}

/** Which of the known names a user means: a name itself, or one that is written as an item: `page[0]`, `page.home`. */
export function nameMeant(written: string, known: ReadonlySet<string>): string {
  const forms = [written, itemName(written), written.replace(/\.([\w-]+)$/, '_$1')]
  return forms.find((name) => known.has(name)) ?? written
}
