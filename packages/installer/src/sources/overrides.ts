import { createContext, Script } from 'node:vm'
import { Failure } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Source } from './source.ts'

/** A replacement for the download URL, if the pattern matches the original URL. */
export interface Override {
  readonly pattern: RegExp
  /** The new URL. It may contain `$0`, `$1` and `${name}` for matches of the pattern. */
  readonly url: string
}

const variable = 'PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES'
const longest = 2048
/** The time limit for one pattern, in milliseconds. */
const patience = 200

/**
 * Reads the overrides: Pulumi's variable (`regex=url,regex=url`) comes before the settings.
 *
 * @throws Failure `install/bad-override`
 */
export function readOverrides(
  settings: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): readonly Override[] {
  const pairs = (env[variable] ?? '').split(',').filter((pair) => pair.trim() !== '')
  return [
    ...pairs.map((pair) => {
      const [, pattern, url] = /^([^=]+)=(.+)$/s.exec(pair.trim()) ?? []
      if (pattern === undefined || url === undefined)
        throw bad(variable, `"${pair}" is not a pattern, "=" and a URL`, `write ${variable}=^https://old=https://new`)
      return override(pattern, url, variable)
    }),
    ...Object.entries(settings).map(([pattern, url]) => override(pattern, url, 'plugins.overrides')),
  ]
}

function override(pattern: string, url: string, from: string): Override {
  if (pattern.length > longest) throw bad(from, `a pattern is longer than ${longest} characters`)
  try {
    // The replacement accepts Go's syntax for named groups.
    return { pattern: new RegExp(pattern.replaceAll('(?P<', '(?<')), url }
  } catch (error) {
    throw bad(from, `"${pattern}" is not a regular expression`, undefined, error)
  }
}

/**
 * Serves the descriptors that an override matches, through the source that serves the new URL. `forms` limits it to descriptors of these
 * forms.
 */
export function overridingSource(
  overrides: readonly Override[],
  sources: readonly Source[],
  forms?: readonly string[],
): Source {
  const moved = (descriptor: Descriptor): { readonly descriptor: Descriptor; readonly source: Source } | undefined => {
    const { form } = descriptor.form
    if (form === 'path' || forms?.includes(form) === false) return undefined
    const server = newServer(overrides, urlsOf(descriptor, sources))
    if (server === undefined) return undefined
    const there = movedTo(descriptor, server)
    const source = sources.find((each) => each.serves(there))
    if (source === undefined)
      throw bad(
        'plugins.overrides',
        `"${server}" is not a place for such plugins`,
        'lead to https://, github:// or gitlab://',
      )
    return { descriptor: there, source }
  }
  const known = (descriptor: Descriptor): { readonly descriptor: Descriptor; readonly source: Source } => {
    const found = moved(descriptor)
    if (found === undefined) throw new Error('asked for something that it does not serve')
    return found
  }
  return {
    name: 'override',
    serves: (descriptor) => moved(descriptor) !== undefined,
    origin: (descriptor) => {
      const { source, descriptor: there } = known(descriptor)
      return source.origin(there)
    },
    versions: (descriptor, access) => {
      const { source, descriptor: there } = known(descriptor)
      return source.versions(there, access)
    },
    offer: async (descriptor, version, platform, access) => {
      const { source, descriptor: there } = known(descriptor)
      return { ...(await source.offer(there, version, platform, access)), descriptor }
    },
    fetch: (offer, into, access) => {
      const { source, descriptor: there } = known(offer.descriptor)
      return source.fetch({ ...offer, descriptor: there }, into, access)
    },
  }
}

/** Returns the descriptor's URLs in Pulumi's form, if it has such a form. */
function urlsOf(descriptor: Descriptor, sources: readonly Source[]): readonly string[] {
  const { form, server } = descriptor
  if (server !== undefined) return [server]
  if (form.form === 'url' || form.form === 'git') return [form.url]
  const origin = sources.find((each) => each.serves(descriptor))?.origin(descriptor) ?? ''
  switch (form.form) {
    case 'pulumi':
      return [`github://api.${origin}`, 'https://get.pulumi.com/releases/plugins']
    case 'release':
      return [
        `${form.forge}://${form.forge === 'github' && form.host === undefined ? 'api.github.com' : (form.host ?? 'gitlab.com')}/${form.repository}`,
      ]
    case 'id':
      return [`https://${origin}/${form.id}`]
    case 'terraform':
    case 'npm':
      return [`https://${origin}/${form.name}`]
    case 'oci':
      return [`https://${form.repository}`]
    case 'path':
      return []
  }
}

function movedTo(descriptor: Descriptor, server: string): Descriptor {
  const { form } = descriptor
  const isFile = !['id', 'pulumi', 'terraform', 'npm'].includes(form.form)
  return isFile ? { ...descriptor, form: { form: 'url', url: server } } : { ...descriptor, server }
}

function newServer(overrides: readonly Override[], urls: readonly string[]): string | undefined {
  for (const { pattern, url } of overrides) {
    for (const each of urls) {
      const match = boundedMatch(pattern, each.slice(0, longest))
      if (match !== null) return expanded(url, match)
    }
  }
  return undefined
}

/** Matches within a time limit: a pattern of the user on a text from a server may otherwise run for ever. */
function boundedMatch(pattern: RegExp, text: string): RegExpExecArray | null {
  const context = createContext({ pattern, text })
  try {
    return new Script('pattern.exec(text)').runInContext(context, { timeout: patience }) as RegExpExecArray | null
  } catch (error) {
    throw bad(
      'plugins.overrides',
      `the pattern "${pattern.source}" takes too long on ${text.slice(0, 100)}`,
      'write a simpler one',
      error,
    )
  }
}

/** Fills in the groups. Names that are not groups stay: the server's layout may know them (`${VERSION}`). */
function expanded(url: string, match: RegExpExecArray): string {
  return url.replaceAll(/\$(?:(\d{1,2})|\{(\w+)\})/g, (whole, index: string | undefined, name: string | undefined) => {
    const key = index ?? name ?? ''
    return (/^\d+$/.test(key) ? match[Number(key)] : match.groups?.[key]) ?? whole
  })
}

function bad(from: string, why: string, hint = `correct ${from}`, cause?: unknown): Failure {
  return new Failure('install/bad-override', `${from}: ${why}`, { hint, cause })
}
