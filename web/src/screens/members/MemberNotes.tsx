import { longestNote, type Member, memberCalls } from '@screening-room/contract/members'
import { isBlank } from '@screening-room/contract/review'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { shownTime } from '../../shared/dates.ts'
import { Erased } from '../../shared/ItemNotes.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useHiddenCharacters } from '../../shared/useHiddenCharacters.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'

/** What colleagues wrote about them. A note stays: it is part of the record. */
export function MemberNotes({ member: { id, notes, erased } }: { member: Member }) {
  const { t } = useTranslation()
  const field = useId()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const hidden = useHiddenCharacters()
  const add = useAction(memberCalls.addNote, {
    done: 'member.noteAdded',
    failed: { plain: 'member.noteFailed' },
    reload: [memberCalls.get],
  })
  const wrong =
    tried && isBlank(text) ? t('member.noteEmpty') : hidden(t('member.note'), text, 'many lines')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (add.running || isBlank(text) || wrong) return
    if (await add.run({ id, text: text.trim() })) return
    setText('')
    setTried(false)
  }
  return (
    <section aria-labelledby="sr-member-notes">
      <h3 id="sr-member-notes">{t('member.notes')}</h3>
      {notes.length === 0 && <p className="sr-muted">{t('member.noNotes')}</p>}
      <ul className="sr-member-decisions">
        {notes.map((note) => (
          <li key={note.id}>
            <time>{shownTime(note.at)}</time>
            <span>
              <Text>{note.by.nickName}</Text>
              <q className="sr-quote">{note.erased ? <Erased /> : <Text>{note.text}</Text>}</q>
            </span>
          </li>
        ))}
      </ul>
      {!erased && (
        <form className="sr-member-note" onSubmit={(event) => void submit(event)}>
          <label htmlFor={field}>{t('member.note')}</label>
          <Input.TextArea
            id={field}
            rows={2}
            maxLength={longestNote}
            value={text}
            aria-invalid={wrong !== undefined}
            aria-describedby={`${field}-below`}
            {...(wrong ? { status: 'error' as const } : {})}
            onChange={({ target }) => setText(target.value)}
          />
          <p id={`${field}-below`} aria-live="polite" className={wrong ? 'sr-error' : 'sr-muted'}>
            {wrong ?? t('member.noteHint')}
          </p>
          <Button htmlType="submit" loading={add.running}>
            {t('member.addNote')}
          </Button>
        </form>
      )}
    </section>
  )
}
