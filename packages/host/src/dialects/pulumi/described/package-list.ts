import { isAbsolute, resolve } from 'node:path'
import { type Descriptor, type LongForm, parseDescriptor } from '@slipway/installer/descriptors'
import { Failure, isList, isMap, type Value, type ValueMap } from '@slipway/model'
import { pluginIdOf } from './kinds.ts'

/** The `packages` of a Pulumi.yaml or a PulumiPlugin.yaml, in its order. */
export type PackageList = readonly { readonly name: string; readonly descriptor: Descriptor }[]

const mostPackages = 500

/** A descriptor of ours. Pulumi's own words have no such beginning. */
const ownForm = /^(?:pulumi|terraform|npm|github|gitlab|oci):|^git\+/

/**
 * Reads packages as Pulumi writes them: `random@4.19.0`, `./local`, `github.com/owner/repo@v1`, or a map of source, version and parameters.
 * Each source may also be a descriptor of ours: `git+https://host/repo@v1`, `oci:host/repo:tag`.
 *
 * @param folder where relative paths start
 * @throws Failure `install/bad-package`
 */
export function packagesIn(packages: ValueMap, folder: string): PackageList {
  const entries = Object.entries(packages)
  if (entries.length > mostPackages) throw bad('packages', `has more than ${mostPackages} entries`)
  return entries.map(([name, value]) => ({ name, descriptor: descriptorOf(name, value ?? null, folder) }))
}

function descriptorOf(name: string, value: Value, folder: string): Descriptor {
  if (typeof value === 'string')
    return ownForm.test(value) ? own(name, value, folder) : fromSource(name, value, undefined, folder)
  if (!isMap(value)) throw bad(name, 'is neither a source nor a map with one')
  const { source = null, version = null, parameters = null, checksums = null, server = null } = value
  if (typeof source !== 'string' || source === '') throw bad(name, 'has no source')
  if (version !== null && typeof version !== 'string') throw bad(name, 'has a version that is not text')
  const more = {
    ...(typeof server === 'string' && server !== '' && { server }),
    ...(isList(parameters) && { parameters: parameters.map(String) }),
    ...(isMap(checksums) && { checksums: textsIn(checksums) }),
  }
  return ownForm.test(source)
    ? own(name, { source, ...(version !== null && { version }), ...more }, folder)
    : { ...fromSource(name, source, version ?? undefined, folder), ...more }
}

function own(name: string, written: string | LongForm, cwd: string): Descriptor {
  try {
    return parseDescriptor(written, { cwd })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure('install/bad-package', `the package "${name}": ${error.message}`, {
      cause: error,
      ...(error.hint !== undefined && { hint: error.hint }),
    })
  }
}

function fromSource(name: string, source: string, said: string | undefined, folder: string): Descriptor {
  if (/^\.{0,2}\//.test(source) || source === '.' || source === '..')
    return { form: { form: 'path', path: isAbsolute(source) ? source : resolve(folder, source) } }
  const at = source.lastIndexOf('@')
  const [place, version = said] = at > 0 ? [source.slice(0, at), source.slice(at + 1)] : [source]
  if (/^(https?:\/\/)?[\w-]+(\.[\w-]+)+\//.test(place)) {
    const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/]+)\/(.*)$/.exec(place) ?? []
    const [owner = '', repository = '', ...rest] = path.split('/')
    const url = `https://${host}/${owner}/${repository}`
    const inside = rest.join('/')
    return {
      form: {
        form: 'git',
        url,
        ...(version !== undefined && { ref: version }),
        ...(inside !== '' && { folder: inside }),
      },
    }
  }
  const plain = place.replace(/^pulumi\//, '')
  if (pluginIdOf('resource', plain) === undefined || plain.includes('/'))
    throw bad(name, `says "${source.slice(0, 200)}", which is not a package, path or repository`)
  const wanted = version?.replace(/^v(?=\d)/, '')
  return {
    form: { form: 'pulumi', kind: 'resource', name: plain },
    ...(wanted !== undefined && wanted !== '' && { version: wanted }),
  }
}

function textsIn(map: ValueMap): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(map).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
}

function bad(name: string, why: string): Failure {
  return new Failure('install/bad-package', `the package "${name}" ${why}`, {
    hint: 'write the package as random@4.19.0, as a path, or as a map with a source',
  })
}
