import { Failure } from '@slipway/model'
import type { Descriptor, Form } from '../../descriptor/descriptor.ts'
import type { DefaultHosts } from '../../net/default-hosts.ts'
import { isLoopback, shownUrl } from '../../net/urls.ts'
import { kindOfFile } from '../local-file.ts'
import type { Access, Fetched, Offer, Source, Target } from '../source.ts'
import { assetFor } from './asset-for.ts'
import { attestationsOf } from './attestations.ts'
import { githubReleases } from './github.ts'
import { gitlabReleases } from './gitlab.ts'
import { bytesOf, bytesWanted, smallAsset, versionOf, type Release, type Releases } from './releases.ts'

type ReleaseForm = Extract<Form, { form: 'release' }>

/**
 * A source for `github:owner/repo@v1`: the asset of a forge's release for this platform. Without a tag, it takes the newest release whose tag is a
 * version.
 */
export function releaseSource(hosts: DefaultHosts): Source {
  const releasesOf = (descriptor: Descriptor): Releases => placeOf(formOf(descriptor), hosts)
  return {
    name: 'releases',
    serves: ({ form }) => form.form === 'release',
    origin: (descriptor) => releasesOf(descriptor).origin,
    versions: async (descriptor, access) => {
      const { tag } = formOf(descriptor)
      // A user who names a tag wants it at any age, so this version has no date.
      if (tag !== undefined) return [{ version: versionOf(tag) ?? tag }]
      return (await releasesOf(descriptor).list(access)).flatMap(({ tag: named, publishedAt }) => {
        const version = versionOf(named)
        return version === undefined ? [] : [{ version, ...(publishedAt !== undefined && { publishedAt }) }]
      })
    },
    offer: async (descriptor, version, platform, access): Promise<Offer> => {
      const releases = releasesOf(descriptor)
      const release = await releaseOf(formOf(descriptor).tag, version, releases, access)
      const asset = assetFor(release, platform, releases.origin)
      const bytes = await bytesOf(release, asset, platform, access)
      return {
        descriptor,
        version,
        platform,
        origin: releases.origin,
        shown: shownUrl(asset.url),
        at: asset.url,
        fileName: asset.name,
        ...bytes,
        evidence: {
          ...bytes.evidence,
          bundles: attestationsOf({ releases, release, fileName: asset.name }, access, (each) =>
            smallAsset(each, access),
          ),
        },
      }
    },
    fetch: async (offer, into, access) => await bring(offer, releasesOf(offer.descriptor), into, access),
  }
}

function formOf({ form }: Descriptor): ReleaseForm {
  return form as ReleaseForm
}

function placeOf({ forge, host, repository }: ReleaseForm, { github, gitlab }: DefaultHosts): Releases {
  if (host === undefined) {
    return forge === 'github'
      ? githubReleases({ api: github.api, host: new URL(github.web).host, repository })
      : gitlabReleases({ api: gitlab.api, host: new URL(gitlab.web).host, project: repository })
  }
  const server = `${isLoopback(host.replace(/:\d+$/, '')) ? 'http' : 'https'}://${host}`
  // On self-hosted servers, the APIs of GitHub and GitLab have these paths.
  return forge === 'github'
    ? githubReleases({ api: `${server}/api/v3`, host, repository })
    : gitlabReleases({ api: `${server}/api/v4`, host, project: repository })
}

/** Finds a version by its tag, with or without a leading `v`. */
async function releaseOf(
  tag: string | undefined,
  version: string,
  releases: Releases,
  access: Access,
): Promise<Release> {
  if (tag !== undefined) return await releases.byTag(tag, access)
  try {
    return await releases.byTag(`v${version}`, access)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'install/not-found') throw error
    return await releases.byTag(version, access)
  }
}

/** Downloads an asset; a file of a private release has another address, for users with a token. */
async function bring(offer: Offer, releases: Releases, into: Target, access: Access): Promise<Fetched> {
  const { version, fileName, size, sha256 } = offer
  const download = async (url: string): Promise<Fetched> => {
    const options = { size, sha256, progress: access.progress, subject: releases.origin, headers: bytesWanted }
    const got = await access.http.download(url, into.file, options)
    return { as: await kindOfFile(into.file), ...got }
  }
  try {
    return await download(offer.at)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'install/not-found') throw error
    const release = await releaseOf(formOf(offer.descriptor).tag, version, releases, access)
    const api = release.assets.find(({ name }) => name === fileName)?.api
    if (api === undefined) throw error
    return await download(api)
  }
}
