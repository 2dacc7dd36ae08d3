import { onAdoption } from '../api/own-preferences.ts'
import { whenRead } from '../api/queries.ts'
import { enter, signIn as firstStep, onEntry, type SignInResult } from '../api/sign-in.ts'
import { applyChoices } from '../shared/appearance.ts'
import { withLateTexts } from '../texts/i18n.ts'
import { prefetchScreen } from './routes.ts'

export { checkSession } from '../api/sign-in.ts'

/* Signing in with both steps. Few are asked for the second one, so it is a part of its own. */

onAdoption(() => void applyChoices())
onEntry((user) => {
  prefetchScreen(location.hash, user)
  return whenRead()
})

const loadSecondStep = withLateTexts(() => import('./SecondStep.tsx'))

export async function signIn(phone: string, pwd: string): Promise<SignInResult> {
  const result = await firstStep(phone, pwd)
  if (result.ok || !result.secondStep) return result
  const { askSecondFactor } = await loadSecondStep()
  const { entered, message } = await askSecondFactor(result.secondStep)
  return entered ? enter() : { ok: false, step: 'login', serverMessage: message }
}
