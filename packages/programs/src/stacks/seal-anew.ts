import type { TreeNode } from '@slipway/source'
import { readStackFile, sealedText, type StackFile } from './stack-file.ts'
import type { PulumiProject } from './pulumi-project.ts'
import { isOurs, type SecretPath, type StackKeys, StackSecrets } from './stack-secrets.ts'

/**
 * The text of a stack's file for a renamed stack; `undefined` if it need not change. Secrets sealed with our own key are bound to the
 * stack, so they are resealed. Fails if they do not open.
 */
export async function textForStack(
  project: PulumiProject,
  from: string,
  to: string,
  keys: StackKeys,
): Promise<string | undefined> {
  const stack = readStackFile(project, from)
  const [before, after] = [
    new StackSecrets(stack, keys),
    new StackSecrets({ ...stack, instance: `${project.name}/${to}` }, keys),
  ]
  const { text } = stack.read.source
  let moved = text
  for (const [sealed, path] of ourSecrets(stack)) {
    const anew = await after.seal(await before.open(sealed, path), path)
    moved = moved.replace(sealed, () => anew.sealed)
  }
  return moved === text ? undefined : moved
}

function ourSecrets({ config }: StackFile): readonly (readonly [sealed: string, path: SecretPath])[] {
  return [...config].flatMap(([key, entry]) => secretsIn(entry.value, [key]))
}

function secretsIn(node: TreeNode, path: SecretPath): readonly (readonly [sealed: string, path: SecretPath])[] {
  const sealed = sealedText(node)
  if (sealed !== undefined) return isOurs(sealed) ? [[sealed, path]] : []
  if (node.kind === 'list') return node.items.flatMap((item, index) => secretsIn(item, [...path, index]))
  if (node.kind === 'map') return node.entries.flatMap(({ key, value }) => secretsIn(value, [...path, key]))
  return []
}
