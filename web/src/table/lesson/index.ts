/** All that a table needs where a lesson is given. */

export { default as Attend } from './Attend.svelte'
export { default as Coach } from './Coach.svelte'
export { type Course } from './course.svelte'
export { default as Route } from './Route.svelte'
