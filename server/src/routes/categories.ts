import { categoryCalls as calls } from '@screening-room/contract/categories'
import { addCategory, addTag, categoryMapsOf, offered } from '../domain/categories.ts'
import { hideCategory, moveCategory, renameCategory } from '../domain/category-changes.ts'
import {
  mergeCategory,
  mergesIn,
  previewMerge,
  unmergeCategory,
} from '../domain/category-merges.ts'
import { serve, serveChange } from '../http/serve.ts'
import { findCategories } from '../store/categories.ts'
import type { Context } from './context.ts'

export function categoryRoutes({ app, db }: Context): void {
  serve(app, calls.maps, async () => ({ data: categoryMapsOf(await findCategories(db)) }))

  serve(app, calls.list, async () => offered(await findCategories(db)))

  serveChange(app, db, calls.addCategory, async (tx, by, { typeName, typeNameEn }) => ({
    data: { id: await addCategory(tx, by, typeName, typeNameEn) },
  }))

  serveChange(app, db, calls.addTag, async (tx, by, { typeId, tagName, tagNameEn }) => ({
    data: { id: await addTag(tx, by, typeId, tagName, tagNameEn) },
  }))

  serveChange(app, db, calls.rename, async (tx, by, renaming) => {
    await renameCategory(tx, by, renaming)
    return {}
  })

  serveChange(app, db, calls.move, async (tx, by, move) => {
    await moveCategory(tx, by, move)
    return {}
  })

  serveChange(app, db, calls.setHidden, async (tx, by, { hidden, ...subject }) => {
    await hideCategory(tx, by, subject, hidden === 'true')
    return {}
  })

  serve(app, calls.mergePreview, async (merging) => ({ data: await previewMerge(db, merging) }))

  serveChange(app, db, calls.merge, async (tx, by, merging) => {
    await mergeCategory(tx, by, merging)
    return {}
  })

  serveChange(app, db, calls.unmerge, async (tx, by, undone) => {
    await unmergeCategory(tx, by, undone)
    return {}
  })

  serve(app, calls.merges, async () => ({ data: mergesIn(await findCategories(db)) }))
}
