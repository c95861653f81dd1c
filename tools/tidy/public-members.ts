/** How many public members a class has: each of them is something that others may depend on. */
import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './sources.ts'

/** The names of public members, by place and name of a class. */
export function publicMembers(files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>()
  for (const { path, text } of files) {
    new Visitor({
      ClassDeclaration: ({ id, body }) => {
        const names = body.body.flatMap((member) => {
          const isNamed = member.type === 'MethodDefinition' || member.type === 'PropertyDefinition'
          if (!isNamed || member.key.type !== 'Identifier' || member.accessibility === 'private') return []
          return member.key.name === 'constructor' ? [] : [member.key.name]
        })
        found.set(`${path} ${id?.name ?? ''}`, new Set(names))
      },
    }).visit(parseSync(path, text).program)
  }
  return found
}
