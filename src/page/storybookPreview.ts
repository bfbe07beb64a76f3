import { type PlantStoreAnnotations, plantStore } from './storybook.ts'

const annotations: PlantStoreAnnotations = plantStore()

/** Storybook loads this default export if `plant-store-kit/storybook` is one of its addons. */
export default annotations
