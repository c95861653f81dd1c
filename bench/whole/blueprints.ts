/** N resources that do not know each other. */
export function flat(count: number): string {
  const lines = ['version: 2025-11-02', 'resources:']
  for (let index = 0; index < count; index++) {
    lines.push(`  item${index}:`, '    type: null/resource', '    spec:', `      value: item number ${index}`)
  }
  return `${lines.join('\n')}\n`
}

/** N resources, each of which needs the one before it. */
export function chain(count: number): string {
  const lines = ['version: 2025-11-02', 'resources:']
  for (let index = 0; index < count; index++) {
    const value = index === 0 ? 'first' : `\${resources.item${index - 1}.spec.id}`
    lines.push(`  item${index}:`, '    type: null/resource', '    spec:', `      value: "${value}"`)
  }
  return `${lines.join('\n')}\n`
}

/** The same resources for OpenTofu, with its built-in type that needs no provider process. */
export function tofuFlat(count: number): string {
  const blocks = []
  for (let index = 0; index < count; index++) {
    blocks.push(`resource "terraform_data" "item${index}" {\n  input = "item number ${index}"\n}\n`)
  }
  return blocks.join('\n')
}

export function tofuChain(count: number): string {
  const blocks = []
  for (let index = 0; index < count; index++) {
    const input = index === 0 ? '"first"' : `terraform_data.item${index - 1}.id`
    blocks.push(`resource "terraform_data" "item${index}" {\n  input = ${input}\n}\n`)
  }
  return blocks.join('\n')
}
