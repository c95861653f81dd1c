/** An instance as one JSON document, to be moved to another store or inspected. Records have the form of `codec.ts`. */
export interface StateDocument {
  readonly format: typeof documentFormat
  readonly version: typeof documentVersion
  /** The keys that open the sealed secrets; absent when they are in plain text, or when there are none. */
  readonly sealedWith?: string
  /** The purpose of the sealed secrets and the id of their state, which they are bound to. Absent in a document of a version before 4. */
  readonly purpose?: 'state'
  readonly state?: string
  readonly instance: object
  readonly resources: readonly object[]
  readonly intents: readonly object[]
  /** Oldest first. */
  readonly runs: readonly object[]
  readonly tasks: readonly object[]
  /** Absent in a document of a version before 3. */
  readonly links?: readonly object[]
  /** Like links. */
  readonly children?: readonly object[]
}

export const documentFormat = 'slipway-state'
/** 1: resources named what they read by name alone. 2: there were no links and no children. 3: secrets were bound to no place. */
export const documentVersion = 4
