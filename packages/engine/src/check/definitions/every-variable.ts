import type { Blueprint, VariableDeclaration } from '../../language/declarations.ts'

/** All variables of a blueprint and its children. Children's variables became values when the children were joined. */
export function everyVariable({ variables, values }: Blueprint): readonly VariableDeclaration[] {
  return [...variables.values(), ...[...values.values()].flatMap(({ variable }) => variable ?? [])]
}
