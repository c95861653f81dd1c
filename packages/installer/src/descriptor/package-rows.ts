import { parsePluginId } from '@slipway/model'
import { nearest } from '@slipway/source'
import { pulumiKinds, type Form, type PulumiKind } from './descriptor.ts'
import { Misread } from './misread.ts'
import { splitAt, versioned, withAsked, type Row } from './row.ts'

type FormOf<F extends Form['form']> = Extract<Form, { readonly form: F }>

const pulumiName = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?$/
const npmName = /^(?:@[a-z0-9~-][a-z0-9._~-]{0,99}\/)?[a-z0-9~-][a-z0-9._~-]{0,99}$/
const terraformPart = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/
const host = /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d{1,5})?$/

export const idRow: Row = {
  ...versioned,
  form: 'id',
  begins: [],
  shape: '[HOST/]NAMESPACE/PLUGIN[@RANGE]',
  examples: ['celerity/aws', 'celerity/aws@^1.2', 'registry.customhost.com/celerity/azure@2.0.0'],
  meaning: 'a plugin of the deploy engine, from the registry at HOST, or from the default one',
  read(body) {
    const id = parsePluginId(body)
    if (id === undefined) throw new Misread('it is neither an id (NAMESPACE/PLUGIN) nor another form', likelyForm(body))
    const { hostname, namespace, plugin } = id
    return { form: 'id', ...(hostname !== undefined && { host: hostname.toLowerCase() }), id: `${namespace}/${plugin}` }
  },
  write(form, asked) {
    const { host: registry, id } = form as FormOf<'id'>
    return withAsked(registry === undefined ? id : `${registry}/${id}`, asked)
  },
}

/** Guesses the meant form: a single word is most often a Pulumi package, or a path that lacks its `./`. */
function likelyForm(body: string): string {
  if (pulumiName.test(body) && /\.(?:tar\.gz|tgz|zip)$/.test(body)) return `for a file of this folder write ./${body}`
  if (pulumiName.test(body)) {
    return `write pulumi:${body} for a package of Pulumi, npm:${body.toLowerCase()} for one of npm, NAMESPACE/${body} for a plugin of the deploy engine, or ./${body} for a folder`
  }
  const [word = ''] = body.split(':', 1)
  const scheme = body.includes(':')
    ? nearest(word, ['pulumi', 'terraform', 'npm', 'git+https', 'github', 'gitlab', 'oci', 'https'])
    : undefined
  return scheme === undefined
    ? 'a path begins with ./, ../ or /; slipway plugin install --help shows the other forms'
    : `did you mean ${scheme}:?`
}

export const pulumiRow: Row = {
  ...versioned,
  form: 'pulumi',
  begins: ['pulumi:'],
  shape: 'pulumi:[KIND/]NAME[@RANGE]',
  examples: ['pulumi:random@4.19.0', 'pulumi:converter/terraform', 'pulumi:tool/x', 'pulumi:language/yaml'],
  meaning: `a plugin of Pulumi. KIND is ${pulumiKinds.slice(0, -1).join(', ')} or ${pulumiKinds.at(-1)}; without it: resource`,
  read(body) {
    const words = body.slice('pulumi:'.length).split('/')
    const [kind, name] = words.length === 1 ? ['resource', words[0]] : words
    if (!isKind(kind)) throw wrongKind(kind ?? '', words.slice(1).join('/'))
    if (words.length > 2 || name === undefined || !pulumiName.test(name)) {
      throw new Misread(
        `"${words.slice(-1).join('/')}" is not the name of a Pulumi plugin`,
        'write pulumi:NAME or pulumi:KIND/NAME, as pulumi:random or pulumi:tool/x',
      )
    }
    return { form: 'pulumi', kind, name }
  },
  write(form, asked) {
    const { kind, name } = form as FormOf<'pulumi'>
    return withAsked(kind === 'resource' ? `pulumi:${name}` : `pulumi:${kind}/${name}`, asked)
  },
}

function isKind(word: string | undefined): word is PulumiKind {
  return pulumiKinds.some((kind) => kind === word)
}

function wrongKind(kind: string, name: string): Misread {
  const meant = nearest(kind, pulumiKinds)
  const hint =
    meant === undefined
      ? `write pulumi:${name} with the server of ${kind} beside it: { source: "pulumi:${name}", server: "github://api.github.com/${kind}" }`
      : `did you mean pulumi:${meant}/${name}?`
  return new Misread(`"${kind}" is not a kind of Pulumi plugin: these are ${pulumiKinds.join(', ')}`, hint)
}

export const terraformRow: Row = {
  ...versioned,
  form: 'terraform',
  begins: ['terraform:'],
  shape: 'terraform:[HOST/]NAMESPACE/NAME[@RANGE]',
  examples: ['terraform:hashicorp/time@~>0.12', 'terraform:registry.opentofu.org/hashicorp/time'],
  meaning: 'a provider of Terraform, with a range in the words of Terraform',
  read(body) {
    const words = body.slice('terraform:'.length).toLowerCase().split('/')
    const [registry, namespace = '', name = ''] = words.length === 3 ? words : [undefined, ...words]
    if (words.length === 1 && terraformPart.test(namespace)) {
      throw new Misread(
        'the namespace is missing',
        `write terraform:hashicorp/${namespace}, if it is one of HashiCorp's`,
      )
    }
    if (
      words.length > 3 ||
      !terraformPart.test(namespace) ||
      !terraformPart.test(name) ||
      (registry !== undefined && !host.test(registry))
    ) {
      throw new Misread(
        'it does not name a provider of Terraform',
        'write terraform:NAMESPACE/NAME, as terraform:hashicorp/time',
      )
    }
    return { form: 'terraform', ...(registry !== undefined && { host: registry }), name: `${namespace}/${name}` }
  },
  write(form, asked) {
    const { host: registry, name } = form as FormOf<'terraform'>
    return withAsked(`terraform:${registry === undefined ? '' : `${registry}/`}${name}`, asked)
  },
}

export const npmRow: Row = {
  ...versioned,
  split: (text) => splitAt(text, text.indexOf('@', 'npm:'.length + 1)),
  form: 'npm',
  begins: ['npm:'],
  shape: 'npm:NAME[@RANGE]',
  examples: ['npm:@acme/slipway-signal@1'],
  meaning: 'a package of npm whose package.json has a "slipway" key',
  read(body) {
    const name = body.slice('npm:'.length)
    if (!npmName.test(name)) {
      const lower = name.toLowerCase()
      throw new Misread(
        `"${name}" is not the name of a package of npm`,
        npmName.test(lower) ? `names are in small letters: npm:${lower}` : 'write npm:NAME or npm:@SCOPE/NAME',
      )
    }
    return { form: 'npm', name }
  },
  write: (form, asked) => withAsked(`npm:${(form as FormOf<'npm'>).name}`, asked),
}
