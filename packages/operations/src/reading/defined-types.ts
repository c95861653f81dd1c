import { scriptStrings } from '@slipway/source/script-strings'

/** Finds the types that a source defines: `defineResource({ type: 'acme/note', … })`. */
export function typesDefinedBy(text: string): readonly string[] {
  if (!text.includes('defineResource')) return []
  return scriptStrings(text)
    .filter(
      ({ value, call, property }) => call?.name === 'defineResource' && property === 'type' && value.includes('/'),
    )
    .map(({ value }) => value)
}
