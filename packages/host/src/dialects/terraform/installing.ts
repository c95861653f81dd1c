import { sep } from 'node:path'
import type { Ecosystem, Hint, Identity } from '@slipway/installer'
import { partialMarker, terraformFolder, terraformPluginsIn } from '../../layout.ts'
import { filesIn } from '../programs-in.ts'
import { providerProgram } from './program.ts'

export interface TerraformPlaces {
  /** The home of Slipway. */
  readonly home: string
  /** The registry of an id that names none. */
  readonly defaultHost: string
}

/** Installs providers of Terraform. */
export function terraformEcosystem({ home, defaultHost }: TerraformPlaces): Ecosystem {
  return {
    name: 'terraform',
    owns: ({ form }) => form.form === 'terraform',
    recognise: (folder, hint) => recognise(folder, hint, defaultHost),
    place: ({ name, version }) => {
      const [host = '', ...rest] = name.split('/')
      const folder = terraformFolder(home, host, rest.join('/'), version)
      return { folder, marker: partialMarker(folder) }
    },
    isSearched: (folder) => folder.startsWith(`${terraformPluginsIn(home)}${sep}`),
    needs: async () => ({ plugins: [], sdks: [] }),
  }
}

function recognise(
  folder: string,
  { descriptor: { form, as }, version }: Hint,
  defaultHost: string,
): Identity | undefined {
  if (as !== undefined || form.form === 'id' || form.form === 'pulumi' || form.form === 'npm') return undefined
  const [found, second] = filesIn(folder).flatMap((file) => {
    const [, type, said] = providerProgram.exec(file) ?? []
    return type === undefined ? [] : [{ file, type, said }]
  })
  if (found === undefined || second !== undefined) return undefined
  // A provider that comes from no registry has an unknown publisher.
  const name = form.form === 'terraform' ? `${form.host ?? defaultHost}/${form.name}` : `local/local/${found.type}`
  const known = version === '' ? (found.said ?? '0.0.0') : version
  return { ecosystem: 'terraform', kind: 'provider', name, version: known, programs: [found.file] }
}
