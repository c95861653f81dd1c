const mark = 'source:'

/** The descriptor in a record for a type that files of the project define: `source:lib/notes.ts`, relative to the project. */
export function sourceDescriptor(files: Iterable<string>): string {
  return `${mark}${[...files].sort().join(',')}`
}

/** The files in such a descriptor; `undefined` if another plugin made the record. */
export function filesOfDescriptor(descriptor: string | undefined): readonly string[] | undefined {
  return descriptor?.startsWith(mark) === true ? descriptor.slice(mark.length).split(',') : undefined
}
