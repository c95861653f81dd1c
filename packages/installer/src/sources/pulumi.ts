import { Failure, messageOf } from '@slipway/model'
import type { Descriptor, Form } from '../descriptor/descriptor.ts'
import type { DefaultHosts } from '../net/default-hosts.ts'
import { isLoopback, shownUrl } from '../net/urls.ts'
import { kindOfFile } from './local-file.ts'
import { assetName } from './names.ts'
import { attestationsOf } from './releases/attestations.ts'
import { githubReleases } from './releases/github.ts'
import { gitlabReleases } from './releases/gitlab.ts'
import { bytesOf, bytesWanted, smallAsset, versionOf, type Release, type Releases } from './releases/releases.ts'
import type { Access, Evidence, Fetched, Offer, Source, Target } from './source.ts'
import { bytesBySums } from './sums.ts'

type PulumiForm = Extract<Form, { form: 'pulumi' }>

/** The place of the releases of a plugin. */
interface Place {
  readonly releases: Releases
  /** The folder with the files of a release, for access without the API, which avoids its rate limits. */
  readonly files?: (version: string) => string
  /** Another address where a file of this name may be. */
  readonly fallback?: string
}

/**
 * A source of Pulumi plugins from Pulumi's own places: the releases of `pulumi/pulumi-<name>`, directly and through the API, then Pulumi's own
 * server. If the descriptor names a repository (`github://host/owner[/repo]`, `gitlab://host/project`), the source reads the releases of that
 * repository instead.
 */
export function pulumiSource(hosts: DefaultHosts): Source {
  return {
    name: 'releases',
    serves: ({ form, server = 'github:' }) => form.form === 'pulumi' && /^(github|gitlab):/.test(server),
    origin: (descriptor) => placeOf(descriptor, hosts).releases.origin,
    versions: async (descriptor, access) => {
      const releases = await placeOf(descriptor, hosts).releases.list(access)
      return releases.flatMap(({ tag, publishedAt }) => {
        const version = versionOf(tag)
        return version === undefined ? [] : [{ version, ...(publishedAt !== undefined && { publishedAt }) }]
      })
    },
    offer: async (descriptor, version, platform, access): Promise<Offer> => {
      const { releases, files } = placeOf(descriptor, hosts)
      const fileName = assetName(descriptor, version, platform) ?? ''
      const base = {
        descriptor,
        version,
        platform,
        origin: releases.origin,
        fileName,
        ecosystem: 'pulumi',
        kind: kindOf(descriptor),
      }
      const attested = (release?: Release): NonNullable<Evidence['bundles']> =>
        attestationsOf({ releases, fileName, ...(release && { release }) }, access, (each) => smallAsset(each, access))
      if (files !== undefined) {
        const at = `${files(version)}/${fileName}`
        const sums = await directSums(`${files(version)}/${sumsName(releases, version)}`, access)
        if (sums !== undefined && sums.includes(fileName)) {
          const evidence = { sums: { text: sums, fileName }, bundles: attested() }
          return { ...base, shown: shownUrl(at), at, ...bytesBySums(sums, fileName, platform), evidence }
        }
        const release = await releaseIfAny(releases, version, access)
        const asset = release?.assets.find(({ name }) => name === fileName)
        const bytes = release && asset && (await bytesOf(release, asset, platform, access))
        const evidence = { ...bytes?.evidence, bundles: attested(release) }
        return { ...base, shown: shownUrl(at), at, ...bytes, evidence }
      }
      const release = await releases.byTag(`v${version}`, access)
      const asset = release.assets.find(({ name }) => name === fileName)
      if (asset === undefined) throw noAsset(releases, version, fileName, release)
      const bytes = await bytesOf(release, asset, platform, access)
      return {
        ...base,
        shown: shownUrl(asset.url),
        at: asset.url,
        ...bytes,
        evidence: { ...bytes.evidence, bundles: attested(release) },
      }
    },
    fetch: (offer, into, access) => bring(offer, placeOf(offer.descriptor, hosts), into, access),
  }
}

/** Tries one address after the other until the plugin is found. */
async function bring(offer: Offer, { releases, fallback }: Place, into: Target, access: Access): Promise<Fetched> {
  const { version, fileName = '', size, sha256 } = offer
  const download = async (url: string): Promise<Fetched> => {
    const { progress, http } = access
    const options = { size, sha256, progress, subject: releases.origin, headers: bytesWanted }
    const got = await http.download(url, into.file, options)
    return { as: await kindOfFile(into.file), ...got }
  }
  const ways: readonly (() => Promise<Fetched>)[] = [
    () => download(offer.at),
    async () => {
      const release = await releases.byTag(`v${version}`, access)
      const asset = release.assets.find(({ name }) => name === fileName)
      if (asset?.api === undefined) throw noAsset(releases, version, fileName, release)
      return download(asset.api)
    },
    ...(fallback === undefined ? [] : [() => download(`${fallback}/${fileName}`)]),
  ]
  const failures: Failure[] = []
  for (const way of ways) {
    try {
      return await way()
    } catch (error) {
      const isAbsent = error instanceof Failure && (error.code === 'install/not-found' || failures.length > 0)
      if (!isAbsent) throw error
      failures.push(error)
    }
  }
  const [first, ...others] = failures
  if (first === undefined || others.every(({ code }) => code === 'install/unreachable')) throw first
  throw new Failure('install/not-found', first.message, {
    details: [...first.details, ...others.flatMap((failure) => [messageOf(failure), ...failure.details])],
    hint: others.find(({ code }) => code === 'install/refused')?.hint ?? first.hint ?? '',
  })
}

function placeOf({ form, server }: Descriptor, { github, gitlab, pulumi }: DefaultHosts): Place {
  const { kind, name } = form as PulumiForm
  const [, forge, host = '', path = ''] = /^(github|gitlab):\/\/([^/]+)\/(.*?)\/*$/.exec(server ?? '') ?? []
  if (server !== undefined && path === '')
    throw new Failure('install/bad-descriptor', `${shownUrl(server)} names no repository`, {
      hint: 'write github://api.github.com/owner, github://api.github.com/owner/repository or gitlab://gitlab.com/project',
    })
  const scheme = isLoopback(host.replace(/:\d+$/, '')) ? 'http' : 'https'
  if (forge === 'gitlab') {
    const isDefault = host === new URL(gitlab.web).host
    return {
      releases: gitlabReleases({ api: isDefault ? gitlab.api : `${scheme}://${host}/api/v4`, host, project: path }),
    }
  }
  const own = forge === undefined ? 'pulumi' : path
  const repository = own.includes('/') ? own : `${own}/${repositoryOf(kind, name)}`
  const isDefault = forge === undefined || host === new URL(github.api).host
  if (!isDefault) return { releases: githubReleases({ api: `${scheme}://${host}`, host, repository }) }
  return {
    releases: githubReleases({ api: github.api, host: new URL(github.web).host, repository }),
    files: (version) => `${github.web}/${repository}/releases/download/v${encodeURIComponent(version)}`,
    ...(forge === undefined && { fallback: pulumi }),
  }
}

function repositoryOf(kind: PulumiForm['kind'], name: string): string {
  if (kind === 'tool') return `pulumi-tool-${name}`
  // The converters `yaml` and `hcl` are older than this naming rule.
  return kind === 'converter' && name !== 'yaml' && name !== 'hcl' ? `pulumi-converter-${name}` : `pulumi-${name}`
}

/** Returns the name of the checksum file that most of Pulumi's own releases use. */
function sumsName({ origin }: Releases, version: string): string {
  return `${origin.split('/').at(-1)}_${version}_checksums.txt`
}

async function directSums(url: string, { http }: Access): Promise<string | undefined> {
  const answer = await http.get(url, { limit: 1024 * 1024, accepts: [401, 403, 404] })
  return answer.status === 200 ? answer.body.toString('utf8') : undefined
}

/** Returns the release, if the API answers. Without the API the plugin is still available, only with less proof. */
async function releaseIfAny(releases: Releases, version: string, access: Access): Promise<Release | undefined> {
  try {
    return await releases.byTag(`v${version}`, access)
  } catch (error) {
    if (
      error instanceof Failure &&
      ['install/not-found', 'install/refused', 'install/unreachable'].includes(error.code)
    )
      return undefined
    throw error
  }
}

function noAsset({ origin }: Releases, version: string, fileName: string, { assets }: Release): Failure {
  return new Failure('install/not-found', `the release v${version} of ${origin} has no file ${fileName}`, {
    details: assets.slice(0, 20).map(({ name }) => `it has ${name}`),
    hint: 'check the name, and whether there is a build for this platform',
  })
}

function kindOf({ form }: Descriptor): string {
  return (form as PulumiForm).kind
}
