import { Misread } from './misread.ts'

/** A text that users commonly write for a repository or a file, but that could mean several things here. */
interface Seeming {
  readonly pattern: RegExp
  readonly why: string
  readonly instead: (...found: readonly (string | undefined)[]) => string
}

const which = 'it could mean a repository or one of its releases'
const forge = String.raw`(?:www\.)?(github\.com|gitlab\.com)`
const otherForge = String.raw`(bitbucket\.org|codeberg\.org|git\.sr\.ht|gitea\.com)`
const rest = String.raw`([\w~.-]+/[\w.-]+?)(?:\.git)?/?(@[^#\s]*)?`

/** The order matters: the first match gives the advice. */
const seemings: readonly Seeming[] = [
  {
    pattern: new RegExp(`^https?://${forge}/([\\w.-]+/[\\w.-]+)/(?:-/)?(?:tree|blob|src)/([^/#]+)(?:/([^#]+?))?/?$`),
    why: 'it is the web page of a repository',
    instead: (host, repository, ref, folder) =>
      `git+https://${host}/${repository}@${ref}${folder === undefined ? '' : `#${folder}`}`,
  },
  {
    pattern: new RegExp(`^https?://${forge}/([\\w.-]+/[\\w.-]+)/(?:-/)?releases(?:/tag)?/?([^/#]+)?$`),
    why: 'it is the web page of a release',
    instead: (host, repository, tag) =>
      `${schemeOf(host)}:${repository}${tag === undefined || tag === 'latest' ? '' : `@${tag}`}`,
  },
  {
    pattern: new RegExp(`^(?:https?://)?${forge}/${rest}$`),
    why: which,
    instead: (host, repository, ref = '') =>
      `${schemeOf(host)}:${repository}${ref} for a release, or git+https://${host}/${repository}${ref} for the repository itself`,
  },
  {
    pattern: new RegExp(`^(?:https?://)?${forge}/([\\w.-]+/[\\w.-]+?)(?:\\.git)?/([^@#:]+?)(@[^#]*)?$`),
    why: 'it could mean a folder of a repository or a repository in a group',
    instead: (host, repository, folder, ref = '') => `git+https://${host}/${repository}${ref}#${folder}`,
  },
  {
    pattern: new RegExp(`^(?:https?://)?${otherForge}/${rest}$`),
    why: 'it is the page of a repository',
    instead: (host, repository, ref = '') => `git+https://${host}/${repository}${ref}`,
  },
  {
    pattern: /^(https?:\/\/[^@#\s]+\.git)(@[^#\s]*)?(#.*)?$/,
    why: 'it is a repository, not a file',
    instead: (url, ref = '', folder = '') => `git+${url}${ref}${folder}`,
  },
  {
    // The scp form: a user, a host, and a path after a colon.
    pattern: /^([\w.-]+)@([\w.-]+):(?!\d+\/)([^@#\s]+)(@[^#\s]*)?$/,
    why: 'it is the address of a repository in the form of scp',
    instead: (user, host, path, ref = '') => `git+ssh://${user}@${host}/${path}${ref}`,
  },
  {
    pattern: /^(ssh:\/\/\S+)$/,
    why: 'it is the address of a repository',
    instead: (url) => `git+${url}`,
  },
  {
    pattern: /^git:\/\/(\S+)$/,
    why: 'the protocol git:// neither encrypts nor tells who answers',
    instead: (address) => `git+https://${address}`,
  },
  {
    pattern: /^github:\/\/([\w.:-]+)\/([\w.-]+)(?:\/([\w.-]+))?(@[^#\s]*)?$/,
    why: 'it is a server of Pulumi plugins, not a plugin',
    instead: (host = '', owner, repository, tag = '') =>
      repository === undefined
        ? `{ source: "pulumi:NAME", server: "github://${host}/${owner}" }`
        : `github:${host === 'api.github.com' || host === 'github.com' ? '' : `${host.replace(/^api\./, '')}/`}${owner}/${repository}${tag}`,
  },
  {
    pattern: /^gitlab:\/\/([\w.:-]+)\/(\S+)$/,
    why: 'it is a server of Pulumi plugins, not a plugin',
    instead: (host, project) =>
      `{ source: "pulumi:NAME", server: "gitlab://${host}/${project}" }, or gitlab:GROUP/PROJECT`,
  },
  {
    pattern: /^(?:git\+)?file:(?:\/\/)?(\/\S*)$/,
    why: 'a file: URL is not read',
    instead: (path) => `${path}`,
  },
  {
    pattern: /^(?:git\+)?ext::?.*$/,
    why: 'ext: would run a command',
    instead: () => 'git+https://HOST/REPO',
  },
  {
    pattern: /^(?:docker|oci):\/\/(\S+)$/,
    why: 'a container registry is named without //',
    instead: (address) => `oci:${address}`,
  },
  {
    pattern: /^[\w.-]+\/[\w.-]+\.git(@[^#\s]*)?$/,
    why: 'it does not say where the repository is',
    instead: () => 'github:OWNER/REPO, or git+https://HOST/OWNER/REPO.git',
  },
  {
    pattern: /^~(?:[\w-]*)\/(\S*)$/,
    why: 'only a shell understands ~',
    instead: (path) => `the whole path: /home/NAME/${path}`,
  },
  {
    pattern: /^[A-Za-z]:\\.*|^\.{1,2}\\.*$/,
    why: 'it looks like a path of Windows',
    instead: () => 'the path with / between its parts',
  },
]

/**
 * Refuses texts that users know from other tools but that could mean more than one thing here.
 * @throws Misread with the most likely form
 */
export function refuseAmbiguous(text: string): void {
  for (const { pattern, why, instead } of seemings) {
    const found = pattern.exec(text)
    if (found !== null) throw new Misread(why, `write ${instead(...found.slice(1))}`)
  }
}

function schemeOf(host: string | undefined): string {
  return host === 'gitlab.com' ? 'gitlab' : 'github'
}
