import type { Form } from './descriptor.ts'
import { Misread } from './misread.ts'
import { splitAt, withAsked, type Row } from './row.ts'
import { canonicalUrl, textOf } from './url-text.ts'

type FormOf<F extends Form['form']> = Extract<Form, { readonly form: F }>

/** Tags, branches and commits. The pattern excludes texts that git would read as an option or refuse. */
const reference = /^(?!.*(?:\.\.|\/\/|@\{|\.lock$|[/.]$))[\p{L}\p{N}_@][\p{L}\p{N}_@+./-]{0,249}$/u

function referenceOf(asked: string): string {
  if (!reference.test(asked)) {
    throw new Misread(
      `"${asked}" is not a tag, a branch or a commit`,
      'ranges are not for repositories: name one tag or commit, as @v1.0.0',
    )
  }
  return asked
}

export const gitRow: Row = {
  form: 'git',
  begins: ['git+'],
  shape: 'git+URL[@REF][#FOLDER]',
  examples: ['git+https://host/repo@v1.0.0#sub/folder', 'git+ssh://git@host/repo.git'],
  meaning: 'a folder of a git repository at a tag, a branch or a commit; the lock file holds the commit',
  split(text) {
    const [whole = '', ...folder] = text.split('#')
    const path = whole.indexOf('/', whole.indexOf('://') + 3)
    const { body, asked } = splitAt(whole, path < 0 ? -1 : whole.indexOf('@', path))
    return { body: [body, ...folder].join('#'), ...(asked !== undefined && { asked }) }
  },
  read(body) {
    const [address = '', folder, ...more] = body.slice('git+'.length).split('#')
    if (more.length > 0) throw new Misread('it has more than one #', 'write #FOLDER once, at the end')
    const url = canonicalUrl(address, ['https', 'ssh', 'http'])
    if (/^\/*$/.test(url.pathname)) throw new Misread('the path of the repository is missing')
    if (url.search !== '') throw new Misread('the address of a repository has no parameters')
    return { form: 'git', url: textOf(url), ...(folder !== undefined && { folder: folderOf(folder) }) }
  },
  choose: (form, asked) => ({ form: { ...(form as FormOf<'git'>), ref: referenceOf(asked) } }),
  asked: ({ form }) => (form as FormOf<'git'>).ref,
  write(form, asked) {
    const { url, folder } = form as FormOf<'git'>
    return `git+${withAsked(url, asked)}${folder === undefined ? '' : `#${folder}`}`
  },
}

function folderOf(text: string): string {
  const names = text.split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..' || !/^[^\\\p{Cc}@]{1,255}$/u.test(name))) {
    throw new Misread(`"${text}" is not a folder of the repository`, 'write it from its root: #sub/folder')
  }
  return text
}

const defaultHosts = { github: 'github.com', gitlab: 'gitlab.com' } as const
const hostLike = /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d{1,5})?$/i
const repositoryPart = /^(?!\.{1,2}$)[\w.-]{1,100}$/

export const releaseRow: Row = {
  form: 'release',
  begins: ['github:', 'gitlab:'],
  shape: 'github:[HOST/]OWNER/REPO[@TAG], gitlab:…',
  examples: ['github:owner/repo@v1', 'gitlab:group/project@v1.0.0'],
  meaning: 'what a release of GitHub or GitLab has for this platform; without a tag: the newest release',
  split: (text) => splitAt(text, text.indexOf('@')),
  read(body) {
    const forge = body.startsWith('github:') ? 'github' : 'gitlab'
    const words = body.slice(forge.length + 1).split('/')
    const host = words.length > 2 && hostLike.test(words[0] ?? '') ? words.shift()?.toLowerCase() : undefined
    // GitLab's projects may lie in nested groups.
    const fits = forge === 'github' ? words.length === 2 : words.length >= 2 && words.length <= 20
    if (!fits || !words.every((word) => repositoryPart.test(word))) {
      throw new Misread(
        `it does not name a repository of ${forge === 'github' ? 'GitHub' : 'GitLab'}`,
        `write ${forge}:OWNER/REPO, with @TAG behind it for one release`,
      )
    }
    return {
      form: 'release',
      forge,
      ...(host !== undefined && host !== defaultHosts[forge] && { host }),
      repository: words.join('/'),
    }
  },
  choose: (form, asked) => ({ form: { ...(form as FormOf<'release'>), tag: referenceOf(asked) } }),
  asked: ({ form }) => (form as FormOf<'release'>).tag,
  write(form, asked) {
    const { forge, host, repository } = form as FormOf<'release'>
    const words = repository.split('/')
    // The name of a group may look like a host.
    const shown = host ?? (words.length > 2 && hostLike.test(words[0] ?? '') ? defaultHosts[forge] : undefined)
    return withAsked(`${forge}:${shown === undefined ? '' : `${shown}/`}${repository}`, asked)
  },
}

const digest = /^sha256:[0-9a-f]{64}$/
const imageTag = /^\w[\w.-]{0,127}$/
const imagePath = /^[a-z0-9]+(?:[._-]{1,2}[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]{1,2}[a-z0-9]+)*)*$/

export const ociRow: Row = {
  form: 'oci',
  begins: ['oci:'],
  shape: 'oci:HOST/REPO[:TAG]',
  examples: ['oci:host/repo:tag', 'oci:ghcr.io/acme/signal@sha256:…'],
  meaning: 'an artifact of a container registry, by tag or by digest (@sha256:…)',
  split(text) {
    const at = text.indexOf('@')
    const colon = text.indexOf(':', Math.max(text.indexOf('/'), 'oci:'.length))
    // A digest is enough: a tag before it adds nothing.
    if (at >= 0) return { body: text.slice(0, colon >= 0 && colon < at ? colon : at), asked: text.slice(at + 1) }
    return splitAt(text, colon)
  },
  read(body) {
    const repository = body.replace(/^oci:(?:\/\/)?/, '')
    const slash = repository.indexOf('/')
    const host = repository.slice(0, Math.max(slash, 0)).toLowerCase()
    const path = repository.slice(slash + 1)
    if (slash < 0 || !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/.test(host)) {
      throw new Misread(
        'the host of the registry is missing',
        'write oci:HOST/REPO:TAG, as oci:ghcr.io/acme/signal:1.0',
      )
    }
    if (path.length > 255 || !imagePath.test(path))
      throw new Misread(
        `"${path}" is not a repository of a container registry`,
        'its names have small letters, digits and . _ - between them',
      )
    return { form: 'oci', repository: `${host}/${path}` }
  },
  choose(form, asked) {
    if (!digest.test(asked) && !imageTag.test(asked))
      throw new Misread(
        `"${asked}" is neither a tag nor a digest`,
        'write :TAG, or @sha256: with 64 hexadecimal digits',
      )
    return { form: { ...(form as FormOf<'oci'>), reference: asked } }
  },
  asked: ({ form }) => (form as FormOf<'oci'>).reference,
  write(form, asked) {
    const { repository } = form as FormOf<'oci'>
    return `oci:${repository}${asked === undefined ? '' : `${digest.test(asked) ? '@' : ':'}${asked}`}`
  },
}
