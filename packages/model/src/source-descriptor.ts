const mark = 'source:'

/** How a record says that files of the project define its type: `source:lib/notes.ts`, relative to the project. */
export function sourceDescriptor(files: Iterable<string>): string {
  return `${mark}${[...files].sort().join(',')}`
}

/** The files that a record names so; `undefined`: a plugin from elsewhere made it. */
export function filesOfDescriptor(descriptor: string | undefined): readonly string[] | undefined {
  return descriptor?.startsWith(mark) === true ? descriptor.slice(mark.length).split(',') : undefined
}
