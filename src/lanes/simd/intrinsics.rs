//! A macro that makes methods of intrinsics.

/// Makes methods of intrinsics.
macro_rules! intrinsics {
    ($($(#[$doc:meta])*
        fn $name:ident($($argument:ident $(: $type:ty)?),*) $(-> $result:ty)? { $($body:tt)* })*) => {$(
        $(#[$doc])*
        #[inline(always)]
        #[allow(unused_unsafe)]
        fn $name($($argument $(: $type)?),*) $(-> $result)? {
            // SAFETY: the processor has the instructions (see `processor`). Arrays that are read or
            // written are as long as the vector, and any address is allowed.
            unsafe { $($body)* }
        }
    )*};
}
pub(super) use intrinsics;
