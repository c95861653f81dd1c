import type { Descriptor } from '@slipway/installer'
import type { RequiredPackage, Sources } from '@slipway/languages'

/**
 * The plugins that the installed packages of sources need; none for a language that Slipway itself does not know, or when nothing is
 * installed yet. Never fails.
 */
export async function requiredPackages(
  runtime: string,
  sources: Sources,
): Promise<readonly { readonly name: string; readonly descriptor: Descriptor }[]> {
  const { nodejs, python } = await import('@slipway/languages')
  const language = [nodejs, python].find(({ name }) => name === runtime)
  try {
    const required = language?.requiredPackages(sources) ?? []
    return required.map((each) => ({ name: each.name, descriptor: descriptorOf(each) }))
  } catch {
    return []
  }
}

function descriptorOf({ name, version, server }: RequiredPackage): Descriptor {
  const form = { form: 'pulumi', kind: 'resource', name } as const
  return { form, ...(version !== '' && { version }), ...(server !== '' && { server }) }
}
