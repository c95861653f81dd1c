export interface NoteText {
  readonly title: string
  readonly text: string
}

export function noteText({ title, text }: NoteText): string {
  return `# ${title}\n\n${text}`
}

export function parseNote(written: string): NoteText {
  const [heading = '', , ...lines] = written.split('\n')
  return { title: heading.replace(/^# /, ''), text: lines.join('\n') }
}
