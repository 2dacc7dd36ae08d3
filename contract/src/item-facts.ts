import * as z from 'zod/mini'

/* What the platform says about an item beside its content. Ours: another provider sends none of it. */

/** A fact for the reviewer to see. */
const attribute = z.object({
  name: z.string(),
  value: z.string(),
  link: z.nullish(z.string()),
  /** What to call it, in Chinese and in English; else its name. */
  label: z.nullish(z.string()),
  label_en: z.nullish(z.string()),
})
export type Attribute = z.output<typeof attribute>

/** What a classifier of the platform found. */
const signal = z.object({
  name: z.string(),
  /** From 0 to 1. */
  score: z.number(),
  source: z.nullish(z.string()),
  /** Seconds of the video; absent: all of it. */
  from: z.nullish(z.number()),
  to: z.nullish(z.number()),
})
export type Signal = z.output<typeof signal>

export const itemFacts = {
  /** The platform's name of it. */
  externalId: z.nullish(z.string()),
  /** How often the platform changed it, and one. */
  version: z.nullish(z.number()),
  attributes: z.nullish(z.array(attribute)),
  signals: z.nullish(z.array(signal)),
  /** Its personal data was erased: there is nothing left to see. */
  erased: z.nullish(z.boolean()),
  /** From 0 to 100: what is higher is handed out earlier. */
  priority: z.nullish(z.number()),
}
export type ItemFacts = { [Name in keyof typeof itemFacts]?: z.output<(typeof itemFacts)[Name]> }
