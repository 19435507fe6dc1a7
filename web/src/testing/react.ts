import React from 'react';

/*
 * For every element, the development build of React records where it was created, so that a warning can say
 * so: a tenth of the run. It stops after ten thousand of them per second, and here it has always just
 * done so. Its warnings and checks stay.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
const counter = 'recentlyCreatedOwnerStacks';
if (internals && typeof internals === 'object' && counter in internals) {
  Object.defineProperty(internals, counter, {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });
}
