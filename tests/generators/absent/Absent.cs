// Of Polly and JsonSubTypes, which Debian does not package, what the generated client names. It uses neither as long as
// nobody sets a policy for sending again.

namespace Polly
{
    using System;
    using System.Threading.Tasks;

    public enum OutcomeType
    {
        Successful,
        Failure,
    }

    public class PolicyResult<T>
    {
        public OutcomeType Outcome { get; set; }

        public T Result { get; set; }

        public Exception FinalException { get; set; }
    }

    public interface ISyncPolicy<T>
    {
    }

    public interface IAsyncPolicy<T>
    {
        Task<PolicyResult<T>> ExecuteAndCaptureAsync(Func<Task<T>> send);
    }
}

namespace JsonSubTypes
{
    public static class Unused
    {
    }
}
