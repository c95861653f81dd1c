import { Failure } from '@slipway/model'
import type { Descriptor } from '../../descriptor/descriptor.ts'
import { isLoopback } from '../../net/urls.ts'
import { versionOf } from '../releases/releases.ts'
import type { Source } from '../source.ts'
import { commitsOf, gitSource } from './git.ts'

/** The pattern of a version that stands for a commit without a tag. */
const ofCommit = /^0\.0\.0-x([0-9a-f]{40})$/

/**
 * A source of Pulumi plugins whose server is a git repository: `git://host/path`. Its tags are the versions (`v1.0.0`); a repository without such
 * tags offers its newest commit. Slipway uses https instead of the git protocol, which does not authenticate the server.
 */
export const gitServerSource: Source = {
  name: 'git',
  serves: ({ form, server = '' }) => form.form === 'pulumi' && server.startsWith('git://'),
  origin: (descriptor) => gitSource.origin(repositoryOf(descriptor)),
  versions: async (descriptor, access) => {
    const { url } = placeOf(descriptor)
    const commits = await commitsOf(url, access)
    const versions = [...commits.keys()].flatMap((name) => versionOf(/^refs\/tags\/(v.*)$/.exec(name)?.[1] ?? '') ?? [])
    if (versions.length > 0) return versions.map((version) => ({ version }))
    const head = commits.get('HEAD')
    return head === undefined ? [] : [{ version: `0.0.0-x${head}` }]
  },
  offer: async (descriptor, version, platform, access) => ({
    ...(await gitSource.offer(repositoryOf(descriptor, version), version, platform, access)),
    descriptor,
  }),
  fetch: async (offer, into, access) => {
    const { descriptor, version } = offer
    return await gitSource.fetch({ ...offer, descriptor: repositoryOf(descriptor, version) }, into, access)
  },
}

/** Returns the repository at the server, as a git descriptor. */
function repositoryOf(descriptor: Descriptor, version?: string): Descriptor {
  const { url, folder } = placeOf(descriptor)
  const ref = version === undefined ? undefined : (ofCommit.exec(version)?.[1] ?? `v${version}`)
  return { form: { form: 'git', url, ...(folder !== undefined && { folder }), ...(ref !== undefined && { ref }) } }
}

/**
 * Splits the path into repository and folder. On GitHub, the first two parts are the repository, and the rest is a folder in it. Elsewhere, the
 * whole path is the repository.
 */
function placeOf({ server = '' }: Descriptor): { readonly url: string; readonly folder?: string } {
  const [, host = '', path = ''] = /^git:\/\/([^/]+)\/(.+?)\/*$/.exec(server) ?? []
  if (path === '')
    throw new Failure('install/bad-descriptor', `${server} names no repository`, {
      hint: 'write git://host/path/of/repository',
    })
  const scheme = isLoopback(host.replace(/:\d+$/, '')) ? 'http' : 'https'
  const [owner, repository, ...folders] = host === 'github.com' ? path.split('/') : [path]
  const name = repository === undefined ? owner : `${owner}/${repository}`
  return { url: `${scheme}://${host}/${name}`, ...(folders.length > 0 && { folder: folders.join('/') }) }
}
