import { categoryCalls } from '@screening-room/contract/categories'
import { addCategory, addTag, categoryMapsOf } from '../domain/categories.ts'
import { serve, serveChange } from '../http/serve.ts'
import { findCategories } from '../store/categories.ts'
import type { Context } from './context.ts'

export function categoryRoutes({ app, db }: Context): void {
  serve(app, categoryCalls.maps, async () => ({ data: categoryMapsOf(await findCategories(db)) }))

  serve(app, categoryCalls.list, async () => {
    const categories = await findCategories(db)
    return { data: categories.map(({ id, name, nameEn }) => ({ id, name, nameEn })) }
  })

  serveChange(app, db, categoryCalls.addCategory, async (tx, by, { typeName, typeNameEn }) => ({
    data: { id: await addCategory(tx, by, typeName, typeNameEn) },
  }))

  serveChange(app, db, categoryCalls.addTag, async (tx, by, { typeId, tagName, tagNameEn }) => ({
    data: { id: await addTag(tx, by, typeId, tagName, tagNameEn) },
  }))
}
