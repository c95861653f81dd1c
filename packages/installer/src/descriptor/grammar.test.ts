import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { descriptorGrammar, grammar } from './grammar.ts'
import { parseDescriptor } from './parse.ts'

const page = join(import.meta.dirname, '../../../../docs/reference/descriptors.md')

const head = `# Descriptors of plugins

A descriptor says which plugin is wanted, and from where. The same forms are read on the command line (\`slipway plugin install celerity/aws\`),
in \`metadata.slipway.plugins\` of a blueprint, and in slipway.config.yaml. This page is generated from the table that also reads them.

| form | meaning |
|---|---|
`

const tail = `
What a URL, a release, an artifact or a path is, its content says: a file \`pulumi-<kind>-<name>\`, a \`PulumiPlugin.yaml\`, a file
\`terraform-provider-<name>\`, or a \`package.json\` with \`"slipway"\`. A plugin of the deploy engine does not say it, so \`--as
provider:acme/sqlite@1.0.0\`, or \`as\` of the long form, does.

## Versions and ranges

\`RANGE\` is a version or a range in the words of its ecosystem.

| ecosystem | words |
|---|---|
| deploy engine, Pulumi, npm | \`1.2.3\`, \`4\`, \`^1.2\`, \`~1.2\`, \`>=1.2 <3\`, \`1.x \\|\\| 3.x\`. A prerelease fits only a range that names one of the same three numbers |
| Terraform | \`1.2.3\`, \`~> 1.2\` (at least 1.2, below 2.0), \`~> 1.2.3\` (below 1.3.0), \`!= 1.4.0\`, and lists with commas, all of which hold: \`>= 1.2, < 2.0\`. A prerelease fits only if it is named exactly |
| git, releases, OCI | no ranges: a tag, a branch, a commit or a digest |

Without a version the [rules of choice](../decisions/0130-one-installer.md) decide.

## The long form

Wherever a file has a descriptor, it can have a map instead; on the command line the map is JSON in quotes. All keys but \`source\` may be absent:

\`\`\`yaml
source: pulumi:terraform-provider # the short form
version: 1.2.3 # in source or here, not in both
parameters: [hashicorp/time, 0.12.0] # make the plugin serve a package that is not its own
checksums: { linux-amd64: 5f0c… } # SHA-256 of the archive, by platform
server: https://host/path # where to download it from, instead of where its ecosystem says
as: provider:acme/sqlite@1.0.0 # its descriptor, if its content has none
\`\`\`

Other keys are refused. Credentials do not belong into a descriptor: Slipway refuses a URL that holds some. Put a token into
\`SLIPWAY_REGISTRY_TOKEN_<HOST>\`.

## Same or not

Two descriptors that mean the same plugin are one, whatever version they ask for: \`pulumi:random\` and \`pulumi:resource/random@4\`, or
\`./x\` and the whole path of it. Another \`server\` makes it another plugin. An id that belongs to a provider and to a transformer is refused.
`

test('the reference has every form of a descriptor (UPDATE_DOCS=1 writes it)', () => {
  const rows = descriptorGrammar.map(({ form, example, meaning }) => {
    const examples = example.split(', ').map((each) => `\`${each}\``)
    return `| \`${form}\` | ${meaning}. ${examples.join(', ')} |`
  })
  const written = `${head}${rows.join('\n')}\n${tail}`
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, written)
  assert.equal(readFileSync(page, 'utf8'), written)
})

test('every example of the grammar is read by its own row', () => {
  for (const { form, examples } of grammar) {
    for (const example of examples) {
      const whole = example.replace('sha256:…', `sha256:${'a'.repeat(64)}`)
      assert.equal(parseDescriptor(whole, { cwd: '/' }).form.form, form, example)
    }
  }
})
