import type { Descriptor } from '@slipway/installer'
import type { RequiredPackage, Sources } from '@slipway/languages'

/**
 * The plugins that the packages of sources say they need, as far as these are installed; none for a language that Slipway does not know
 * itself, and where nothing is installed yet. Never fails.
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
